/** The logs of {@code io.fleetload.shards} as topics of a Kafka. */
package io.fleetload.shards.kafka;
