/**
 * The connections between Hono's services: AMQP 1.0 over the loopback interface, through Hono's own
 * clients and servers. Their credit, their timeouts and their caches decide how Hono fails under
 * load, so nothing here takes a shorter way.
 */
package io.fleetload.hono.embedded.wire;
