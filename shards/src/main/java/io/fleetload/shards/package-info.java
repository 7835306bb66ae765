/**
 * How the shards of a run and its backend agree on when to begin, over a log that all of them see,
 * and how a shard hands in its book. Beside the data path: before the first message and after the
 * last.
 */
package io.fleetload.shards;
