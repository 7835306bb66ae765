/** The contract of all parts of the embedded Hono: their start, readiness, stop and addresses. */
package io.fleetload.hono.embedded.part;
