/**
 * Times as they are measured: histograms, their summaries and intervals, and when they are steady.
 */
package io.fleetload.results.time;
