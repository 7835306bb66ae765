/**
 * Intervals of 95 % for percentiles, means and shares of one run, which say how sure these are.
 * Messages near each other in time depend on each other, so the noise of a figure is that of blocks
 * of time.
 */
package io.fleetload.results.confidence;
