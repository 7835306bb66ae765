// SPDX-License-Identifier: EPL-2.0
/**
 * Writes what a profile's devices need to be known to Hono. {@code registry} writes MongoDB, {@code
 * topics} writes Kafka; neither knows the other.
 */
package io.fleetload.hono.provisioning;
