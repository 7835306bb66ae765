/** The log of {@code io.fleetload.shards} as a topic of the target's Kafka. */
package io.fleetload.shards.kafka;
