/**
 * Result of a search for the limit of a target: its probes, the highest rate that held, the curve
 * of rate against response times and its knee. It is made of the results of many runs; last place
 * on the data path.
 */
package io.fleetload.analysis.limit;
