/** The tenant's Kafka topics, there before the first message so that no consumer misses one. */
package io.fleetload.hono.topics;
