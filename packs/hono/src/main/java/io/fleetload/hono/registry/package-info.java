/**
 * Tenant, devices and credentials as Hono's registry reads them from its MongoDB: the documents,
 * what is there already, and what is written.
 */
package io.fleetload.hono.registry;
