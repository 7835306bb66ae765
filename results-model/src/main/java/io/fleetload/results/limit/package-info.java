/** Limits that a target may put on a tenant, and what the devices met of them. */
package io.fleetload.results.limit;
