/**
 * The certificates of devices that have no pre-shared key: the authority of each tenant, its file,
 * and what it issues. Provisioning writes the authority into the registry, the wire uses the rest.
 */
package io.fleetload.hono.certificates;
