// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

/** The legs of a command, in their order; together they are the whole, for every single command. */
public enum Leg {
  /** The device sent its query; the backend received it. */
  QUERY_TO_BACKEND("queryToBackend", 1),
  /** The backend received the query; it wrote the command. */
  BACKEND_TO_COMMAND("backendToCommand", 0),
  /** The backend wrote the command; the device received it. */
  COMMAND_TO_DEVICE("commandToDevice", -1),
  /** The device received the command; it sent its answer. */
  DEVICE_TO_ANSWER("deviceToAnswer", 0),
  /** The device sent its answer; the backend received it. */
  ANSWER_TO_BACKEND("answerToBackend", 1),
  /** The device sent its query; the backend received the answer. */
  WHOLE("whole", 1);

  private final String key;
  private final int clocks;

  /**
   * A leg.
   *
   * @param clocks how often the backend's clock less the device's is in its time
   */
  Leg(String key, int clocks) {
    this.key = key;
    this.clocks = clocks;
  }

  /** Its name in the books. */
  public String key() {
    return key;
  }

  /**
   * Time of the leg by one clock, in ns. What is taken off one leg is added to another, so that the
   * legs still add up to the whole.
   *
   * @param nanos its time, one end by the device's clock, the other by the backend's
   * @param offsetNanos the backend's clock less the device's, in ns
   */
  public long corrected(long nanos, long offsetNanos) {
    return nanos - clocks * offsetNanos;
  }

  /** Returns whether its time is between two clocks. */
  public boolean spansClocks() {
    return clocks != 0;
  }
}
