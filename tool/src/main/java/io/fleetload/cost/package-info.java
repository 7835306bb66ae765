/**
 * What the processes of a run cost in the measured phase, as their metrics pages say it, and as
 * whoever watches this host adds it. Beside the data path: nothing waits for it.
 */
package io.fleetload.cost;
