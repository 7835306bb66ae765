// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import java.time.Duration;

/**
 * Something that happens to a part of a run.
 *
 * @param at when, from the beginning of the measured phase
 * @param part to which part
 * @param act what is done to it
 * @param lasting how long it stands still; of no meaning for the other acts
 */
record PartFault(Duration at, Part part, Act act, Duration lasting) {

  /** A part of a run. All but the processes can only stop. */
  enum Part {
    BACKEND("backend-simulator"),
    DEVICES("device-simulator"),
    CAMPAIGN("loadtest"),
    STACK("hono-embedded"),
    /** Kafka as the backend simulator sees it: nothing passes meanwhile. */
    KAFKA("Kafka"),
    /** The host's processors: processes that are none of the run's keep all of them busy. */
    PROCESSORS("processors"),
    /** The file system that the run writes to: it is full meanwhile. */
    DISK("disk");

    private final String tool;

    Part(String tool) {
      this.tool = tool;
    }

    /** Its name in what the product says. */
    String tool() {
      return tool;
    }
  }

  /** What is done to it. */
  enum Act {
    STOP,
    KILL,
    TERMINATE
  }

  /** A part that stands still for so many seconds. */
  static PartFault stop(Part part, double at, double seconds) {
    return new PartFault(millis(at), part, Act.STOP, millis(seconds));
  }

  /** A process that ends at once and knows nothing of it. */
  static PartFault kill(Part part, double at) {
    return new PartFault(millis(at), part, Act.KILL, Duration.ZERO);
  }

  /** A process that is asked to end. */
  static PartFault terminate(Part part, double at) {
    return new PartFault(millis(at), part, Act.TERMINATE, Duration.ZERO);
  }

  private static Duration millis(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1_000));
  }
}
