/**
 * The system under test, in one JVM: the real CoAP adapter and command router of Eclipse Hono
 * between a real Kafka broker, a real Infinispan server and a registry in MongoDB.
 *
 * <p>On the data path it is everything between the devices' wire and the backend's topics. The
 * simulators know nothing of it but the addresses in its ready line.
 */
package io.fleetload.hono.embedded;
