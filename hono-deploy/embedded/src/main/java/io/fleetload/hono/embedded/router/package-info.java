/**
 * Hono's command router: it takes commands off the tenants' topics and hands each to the adapter
 * instance where the device waits. The adapter calls it in the same JVM instead of over AMQP.
 */
package io.fleetload.hono.embedded.router;
