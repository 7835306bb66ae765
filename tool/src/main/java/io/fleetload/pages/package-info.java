/**
 * Pages of a tool, served over HTTP; off the run's path, and without cost while no page is
 * requested.
 */
package io.fleetload.pages;
