// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

/** The books do not belong together; one line for the user that says why. */
public final class MergeRefusal extends Exception {
  private static final long serialVersionUID = 1L;

  /** With one line: which book, what is wrong with it. */
  MergeRefusal(String message) {
    super(message);
  }
}
