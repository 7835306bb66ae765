/**
 * Stands before the run: writes what a profile's devices need to be known to the system under test.
 * {@code registry} writes MongoDB, {@code topics} writes Kafka; neither knows the other.
 */
package io.fleetload.provisioning;
