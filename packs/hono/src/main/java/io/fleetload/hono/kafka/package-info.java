/**
 * Hono's application side over Kafka: messages in, commands out. It lies between the system under
 * test and the ledger on the data path, and is the only place that knows Kafka.
 */
package io.fleetload.hono.kafka;
