package io.fleetload.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * What a run cost: every process that could be watched, and what the target's came to.
 *
 * @param processes each of them, the target's and the simulators'
 * @param cpuSecondsPerMillionMessages processor time of the target's processes for a million
 *     messages of the measured phase, in s; absent where it is not known
 * @param network what went over the network of the campaign's host; absent where it is not known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TargetCost(
    List<ProcessCost> processes, Double cpuSecondsPerMillionMessages, NetworkCost network) {

  private static final double MILLION = 1e6;

  /**
   * The cost of a run.
   *
   * @param processes what each process used
   * @param messages messages of the measured phase that were sent, over all flows
   * @param network what went over the network, or null
   */
  public static TargetCost of(List<ProcessCost> processes, long messages, NetworkCost network) {
    Double cpu = sum(processes, ProcessCost::cpuSeconds);
    return new TargetCost(
        List.copyOf(processes),
        cpu == null || messages == 0 ? null : Math.round(cpu * MILLION / messages * 10) / 10.0,
        network);
  }

  /** The sum of a figure over the target's processes; null where none has it. */
  public Double ofTarget(Function<ProcessCost, Double> figure) {
    return sum(processes, figure);
  }

  private static Double sum(List<ProcessCost> processes, Function<ProcessCost, Double> figure) {
    return processes.stream()
        .filter(ProcessCost::target)
        .map(figure)
        .filter(Objects::nonNull)
        .reduce(Double::sum)
        .orElse(null);
  }
}
