package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * What one process used during the measured phase. A figure that nobody could read is absent.
 *
 * @param name the process
 * @param target whether it is of the system under test, and not a simulator
 * @param cpuSeconds processor time, in s
 * @param peakRssMb the most memory that was resident, in MB (10^6 bytes)
 * @param gcPauseMs time that it stood still for garbage collection, in ms
 * @param udpDropped datagrams that reached a UDP socket of this process and were thrown away there,
 *     nearly always because its receive buffer was full; of the sockets that were open at the end
 * @param networkReceivedMb bytes received, in MB, of what the process's metrics page speaks for: a
 *     container or a host; never of a process alone
 * @param networkSentMb bytes sent, likewise
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
    Double networkSentMb) {

  /** A process of whose network nothing is known. */
  public ProcessCost(
      String name, boolean target, Double cpuSeconds, Double peakRssMb, Double gcPauseMs) {
    this(name, target, cpuSeconds, peakRssMb, gcPauseMs, null, null, null);
  }
}
