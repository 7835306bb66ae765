// SPDX-License-Identifier: EPL-2.0
package io.fleetload.health;

/** The simulators that watch themselves, with the words that their sentences need. */
public enum Simulator {
  /** It sends what the schedule asks for. */
  DEVICES(
      "device simulator", "they were due", "sends", "use --shards, a lower rate or a longer ramp"),

  /** It receives what the target delivers, and sends commands. */
  BACKEND(
      "backend simulator",
      "they had arrived",
      "receives",
      "use a lower rate, or give it a faster host");

  private final String text;
  private final String after;
  private final String does;
  private final String remedy;

  Simulator(String text, String after, String does, String remedy) {
    this.text = text;
    this.after = after;
    this.does = does;
    this.remedy = remedy;
  }

  /** From when the lag of a message counts. */
  String after() {
    return after;
  }

  /** Verb for its work with messages. */
  String does() {
    return does;
  }

  /** Advice if its one thread has no time left. */
  String remedy() {
    return remedy;
  }

  /** Its name in sentences. */
  @Override
  public String toString() {
    return text;
  }
}
