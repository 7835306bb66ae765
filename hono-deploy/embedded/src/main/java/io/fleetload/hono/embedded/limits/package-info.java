/** The tenants' resource limits: Hono's own checks, and the answers to their queries. */
package io.fleetload.hono.embedded.limits;
