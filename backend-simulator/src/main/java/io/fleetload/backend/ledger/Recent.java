// SPDX-License-Identifier: EPL-2.0
package io.fleetload.backend.ledger;

/**
 * What a flow saw since it was looked at last.
 *
 * @param records arrivals, duplicates included
 * @param p99Ms 99th percentile from the device's send time to the receipt, in ms; null where
 *     nothing arrived
 */
public record Recent(long records, Double p99Ms) {}
