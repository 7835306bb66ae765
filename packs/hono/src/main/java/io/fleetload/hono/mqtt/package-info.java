/** Devices that speak MQTT with Hono's adapter: what they publish, and the commands that come. */
package io.fleetload.hono.mqtt;
