/**
 * Cost of a run's processes in the measured phase, from their metrics pages and from the watch of
 * this host. Beside the data path: nothing waits for it.
 */
package io.fleetload.cost;
