/**
 * The device registry: a MongoDB in Hono's own document format behind Hono's AMQP endpoints. Hono's
 * abstract services decide (who is disabled, which gateway may act); the classes here read the
 * documents for them.
 */
package io.fleetload.hono.embedded.registry;
