/**
 * An MQTT adapter on Hono's own base of all adapters: what a device that speaks MQTT meets first.
 * It is ours, since Maven Central does not have Hono's.
 */
package io.fleetload.hono.embedded.adapter.mqtt;
