/** Names and keys of devices, and the names of Kafka's topics. */
package io.fleetload.hono.name;
