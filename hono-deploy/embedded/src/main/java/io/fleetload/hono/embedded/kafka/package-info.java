/**
 * The broker between the adapter and the backend, its topics, and how Hono's own Kafka clients are
 * set up to reach it.
 */
package io.fleetload.hono.embedded.kafka;
