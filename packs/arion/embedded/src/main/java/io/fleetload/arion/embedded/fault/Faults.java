// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded.fault;

/**
 * The faults of the server on purpose. The first four are faults of the real Arion master.
 *
 * @param halfClose answers of a stream that are under way when the client half-closes are lost; the
 *     status is OK
 * @param silentUnknown a stream's request with an unknown key gets no answer
 * @param alwaysSuccess a write says SUCCESS whatever happened
 * @param silentDeletions watchers do not hear of deletions
 * @param cut the n-th request of a connection closes it, unanswered; 0 for never
 * @param silence every n-th request is not answered; 0 for never
 * @param refuse every n-th request gets the status UNAVAILABLE; 0 for never
 */
public record Faults(
    boolean halfClose,
    boolean silentUnknown,
    boolean alwaysSuccess,
    boolean silentDeletions,
    int cut,
    int silence,
    int refuse) {

  /** Checks whether the n-th is one of every k-th. */
  static boolean hits(int k, long n) {
    return k > 0 && n % k == 0;
  }
}
