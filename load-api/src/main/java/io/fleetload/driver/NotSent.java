// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

/** Reason for which a message that was due was never sent. */
public enum NotSent {
  DEVICE_BUSY("deviceBusy", "too many earlier messages of its device and flow were waiting"),
  NOT_CONNECTED("notConnected", "its device had no session"),
  KEPT_OUT("keptOut", "a limit that the profile expects kept its device out"),
  ASLEEP("asleep", "it was due while its device slept, as the profile asks for"),
  AWAY("away", "its device had not joined the fleet yet or had left it, as the profile asks for"),
  WARM_UP_OVER(
      "warmUpOver", "it was due in a warm-up until steady, and still waiting when that ended"),
  EARLIER_STEP_FAILED("earlierStepFailed", "a message before it in its iteration failed"),
  RUN_ENDED("runEnded", "it was still waiting when the run ended"),
  OVERLOADED("overloaded", "the generator was overloaded");

  private final String key;
  private final String meaning;

  NotSent(String key, String meaning) {
    this.key = key;
    this.meaning = meaning;
  }

  /** The cause as one word in the books. */
  public String key() {
    return key;
  }

  /** Meaning of the reason, as a part of a sentence. */
  public String meaning() {
    return meaning;
  }
}
