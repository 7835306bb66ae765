// SPDX-License-Identifier: EPL-2.0
/**
 * The messages of an Arion master's services, written and read by their field numbers. What this
 * package knows of them it knows from their public interface; it shares no code with the embedded
 * server.
 */
package io.fleetload.arion.schema;
