/**
 * How sure a figure is: intervals of 95 % for percentiles, means and shares of one run. Messages
 * near each other in time depend on each other, so the noise of a figure is that of blocks of time.
 */
package io.fleetload.results.confidence;
