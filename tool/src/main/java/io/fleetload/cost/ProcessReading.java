// SPDX-License-Identifier: EPL-2.0
package io.fleetload.cost;

/**
 * Figures that a process reports of itself at one time. A figure that it does not report is null.
 *
 * @param cpuSeconds processor time since its start, in s
 * @param busyProcessors processors that it keeps busy now, such as 1.7; for one that does not say
 *     its processor time
 * @param residentMb memory that is resident now, in MB
 * @param peakResidentMb the most that was since its start, in MB
 * @param gcSeconds time that it stood still for garbage collection since its start, in s
 * @param longestGcSeconds the longest such time of the last minutes, in s
 * @param receivedMb bytes received over the network since some time before, in MB
 * @param sentMb bytes sent, likewise
 * @param jvmMemoryMb memory that the JVM uses now of its own pools, in MB
 * @param callsWithoutCredit requests to another service of the target that found no credit, since
 *     its start
 * @param callTimeouts requests to another service of the target that were not answered in time,
 *     likewise
 */
public record ProcessReading(
    Double cpuSeconds,
    Double busyProcessors,
    Double residentMb,
    Double peakResidentMb,
    Double gcSeconds,
    Double longestGcSeconds,
    Double receivedMb,
    Double sentMb,
    Double jvmMemoryMb,
    Double callsWithoutCredit,
    Double callTimeouts) {

  static final ProcessReading NOTHING = new ProcessReading(null, null, null, null, null);

  /** A reading of a process that has no metrics page. */
  public ProcessReading(
      Double cpuSeconds,
      Double busyProcessors,
      Double residentMb,
      Double peakResidentMb,
      Double gcSeconds) {
    this(
        cpuSeconds,
        busyProcessors,
        residentMb,
        peakResidentMb,
        gcSeconds,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
