/**
 * Models of a target that are fitted to the probes of a search: how its throughput scales, and how
 * its response times grow with the load. They know loads and times, and no probe; last place on the
 * data path.
 */
package io.fleetload.analysis.limit.model;
