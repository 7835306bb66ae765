/**
 * Agreement of a run's shards and its backend on the begin, over a log that all of them see, and
 * the handing in of a shard's book. Beside the data path: before the first message and after the
 * last.
 */
package io.fleetload.shards;
