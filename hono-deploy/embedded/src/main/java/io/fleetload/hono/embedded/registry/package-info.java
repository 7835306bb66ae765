/**
 * The device registry: a MongoDB in Hono's own document format, and what the adapter and the
 * command router ask of it. Hono's abstract services decide (who is disabled, which gateway may
 * act); the classes here read the documents for them and take the place of the AMQP clients in
 * between.
 */
package io.fleetload.hono.embedded.registry;
