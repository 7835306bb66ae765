// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

/**
 * One tenant's part of a flow while the run goes on: the counts of its book without the times.
 *
 * @param tenant the tenant
 * @param sent messages of the measured phase handed to the wire
 * @param ok those confirmed
 * @param failed those failed
 */
public record TenantCounts(String tenant, long sent, long ok, long failed) {}
