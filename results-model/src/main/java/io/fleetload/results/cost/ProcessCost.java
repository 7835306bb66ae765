// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.cost;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Processor time, memory and network that one process used during the measured phase. A figure that
 * could not be read is absent.
 *
 * @param name the process
 * @param target whether it is of the system under test, and not a simulator
 * @param cpuSeconds processor time, in s
 * @param peakRssMb the most memory that was resident, in MB (10^6 bytes); absent for a page that
 *     tells its JVM's memory alone
 * @param gcPauseMs time that it stood still for garbage collection, in ms
 * @param udpDropped datagrams that reached a UDP socket of this process and were thrown away there,
 *     nearly always because its receive buffer was full; of the sockets that were open at the end
 * @param networkReceivedMb bytes received, in MB, of what the process's metrics page speaks for: a
 *     container or a host; never of a process alone
 * @param networkSentMb bytes sent, likewise
 * @param peakJvmMemoryMb the most memory that the JVM used of its own pools, in MB. It is less than
 *     what is resident: thread stacks, direct buffers and the JVM itself are not in it
 * @param parts the parts of the installation that this process is; absent for a simulator, and for
 *     a page without a role
 * @param health what kept a process of the target from working; absent where nothing is known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProcessCost(
    String name,
    boolean target,
    Double cpuSeconds,
    Double peakRssMb,
    Double gcPauseMs,
    Long udpDropped,
    Double networkReceivedMb,
    Double networkSentMb,
    Double peakJvmMemoryMb,
    List<String> parts,
    ProcessHealth health) {

  /**
   * Hindrances of a process, as they are seen from outside.
   *
   * @param stoppedMs how long a signal or a debugger had stopped it, in ms, looked at every 100 ms
   * @param waitedSeconds how long its threads were ready to run while others had the processors,
   *     all together, in s; its own threads are among these others
   * @param longestGcPauseMs the longest time that it stood still for garbage collection, in ms; at
   *     most that, where several pauses fell between two looks
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ProcessHealth(Double stoppedMs, Double waitedSeconds, Double longestGcPauseMs) {}

  /** Time for which it was stopped from outside, in ms; null if unknown. */
  @JsonIgnore
  public Double stoppedMs() {
    return health == null ? null : health.stoppedMs();
  }

  /** Returns true if nothing of it could be read. */
  @JsonIgnore
  public boolean isEmpty() {
    return Stream.of(
            cpuSeconds,
            peakRssMb,
            gcPauseMs,
            udpDropped,
            networkReceivedMb,
            networkSentMb,
            peakJvmMemoryMb)
        .allMatch(Objects::isNull);
  }
}
