// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.check;

/** The result of a check. */
public enum Outcome {
  /** The report agrees with the deeds. */
  OK("ok"),
  /** It is not. */
  NOT_OK("NOT ok"),
  /** This host was too noisy, or the generator too slow, to tell. */
  NOT_JUDGED("not judged");

  private final String word;

  Outcome(String word) {
    this.word = word;
  }

  /** The word in the table. */
  public String word() {
    return word;
  }
}
