// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.wire;

import java.time.Duration;

/**
 * Settings of the clients between Hono's services; all else is Hono's default.
 *
 * @param requestTimeout how long a request may take before it fails with status 503
 * @param flowLatency how long a new link waits for its first credit
 * @param cachedRegistrations how many devices' registrations a client keeps
 */
public record WireSettings(
    Duration requestTimeout, Duration flowLatency, int cachedRegistrations) {}
