// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

/**
 * Arrivals of a flow since the last look.
 *
 * @param records arrivals, duplicates included
 * @param p99Ms 99th percentile from the device's send time to the receipt, in ms; null if nothing
 *     arrived
 */
public record Recent(long records, Double p99Ms) {}
