/**
 * Hono's command router: it takes commands off the tenants' topics and hands each to the adapter
 * instance where the device waits.
 */
package io.fleetload.hono.embedded.router;
