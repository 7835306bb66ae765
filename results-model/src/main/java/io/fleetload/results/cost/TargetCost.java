// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.cost;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The cost of a run: every process that could be watched, and the sums over the target's processes.
 *
 * @param processes each of them, the target's and the simulators'
 * @param cpuSecondsPerMillionMessages processor time of the target's processes for a million
 *     messages of the measured phase, in s; absent where it is not known
 * @param network what went over the network of the campaign's host; absent where it is not known
 * @param parts which parts of the installation are in the cost; absent where none was named
 * @param services requests between the target's services that failed; absent where it is not known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TargetCost(
    List<ProcessCost> processes,
    Double cpuSecondsPerMillionMessages,
    NetworkCost network,
    CostParts parts,
    @JsonProperty("amqp") ServiceFailures services) {

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
        network,
        null,
        null);
  }

  /** The same cost with what is in it, and with what went wrong inside the target. */
  public TargetCost with(CostParts known, ServiceFailures failures) {
    return new TargetCost(processes, cpuSecondsPerMillionMessages, network, known, failures);
  }

  /** The sum of a figure over the target's processes; null if none has it. */
  public Double ofTarget(Function<ProcessCost, Double> figure) {
    return sum(processes, figure);
  }

  /** The parts in the cost, and by name each page with an unknown part. */
  public List<String> partsAndPages() {
    return Stream.concat(
            parts.included().stream(),
            processes.stream()
                .filter(each -> each.target() && each.parts() == null && each.cpuSeconds() != null)
                .map(ProcessCost::name))
        .toList();
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
