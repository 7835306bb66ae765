/**
 * The Hono scenario's vocabulary: its profile, its flows, its topics, its keys. The simulators'
 * protocol packages and provisioning read it; the engine does not.
 */
package io.fleetload.hono;
