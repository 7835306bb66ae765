// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.fault;

/**
 * The faults of the broker on purpose. Shares are in percent and are spread evenly: 25 hits every
 * fourth, so that a test can say which.
 *
 * @param lose share of the notifications that are not sent
 * @param repeat share of the notifications that are sent twice
 * @param merge share of the notifications that wait for the next one of the same entity, which then
 *     takes their place
 * @param empty share of the queries that find nothing
 * @param refuse share of the requests that get the status 503
 * @param delayNotifications how long each notification waits, in ms
 * @param delayHistory how long an instance does not show in the history, in ms
 */
public record Faults(
    double lose,
    double repeat,
    double merge,
    double empty,
    double refuse,
    long delayNotifications,
    long delayHistory) {
  public static final Faults NONE = new Faults(0, 0, 0, 0, 0, 0, 0);
}
