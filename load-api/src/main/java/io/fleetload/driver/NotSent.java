// SPDX-License-Identifier: EPL-2.0
package io.fleetload.driver;

/** Why a message that was due was never sent. */
public enum NotSent {
  /** Too many earlier messages of its device and flow were still waiting. */
  DEVICE_BUSY("deviceBusy"),
  /** Its device had no connection. */
  NOT_CONNECTED("notConnected"),
  /** It was due while its device slept, as the profile wants it. */
  ASLEEP("asleep"),
  /** It was due in a warm-up until steady and still waiting when that ended. */
  WARM_UP_OVER("warmUpOver"),
  /** A message before it in its iteration failed. */
  EARLIER_STEP_FAILED("earlierStepFailed"),
  /** It was still waiting when the run ended. */
  RUN_ENDED("runEnded"),
  /** The generator was overloaded. */
  OVERLOADED("overloaded");

  private final String key;

  NotSent(String key) {
    this.key = key;
  }

  /** The cause as one word in the books. */
  public String key() {
    return key;
  }
}
