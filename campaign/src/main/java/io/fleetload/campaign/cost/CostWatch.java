// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cost;

import io.fleetload.cost.CostReadings;
import io.fleetload.driver.RunClock;
import io.fleetload.profile.Generator;
import io.fleetload.profile.Phases;
import io.fleetload.results.cost.HostLoad;
import io.fleetload.results.cost.NetworkCost;
import io.fleetload.results.cost.ProcessCost;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Watches during the measured phase what each process of a run uses: those of this host every
 * second, beside what their metrics pages say; and the host itself.
 */
public final class CostWatch implements AutoCloseable {
  private static final Path PROC = Path.of("/proc");
  private static final long PROCESS_SECONDS = 1;
  private static final long STATE_MILLIS = 100;

  private final NetworkWatch network = new NetworkWatch(PROC);
  private final HostWatch host;
  private final CostReadings readings;

  /**
   * Creates a watch that watches nothing yet.
   *
   * @param phases the phases of the run
   * @param limits over which the host itself hindered the run
   * @param targetIsElsewhere whether no part of the target is on this host but what {@link
   *     #process} names
   * @param say receives one line for what cannot be read of a metrics page
   */
  public CostWatch(
      Phases phases, Generator limits, boolean targetIsElsewhere, Consumer<String> say) {
    this.host = new HostWatch(PROC, RunClock.system()::nanos, limits, targetIsElsewhere);
    this.readings = new CostReadings(phases, new ThisOne(), say);
    host.process(ProcessHandle.current().pid());
    readings.whileMeasuring(host::look, TimeUnit.SECONDS.toMillis(PROCESS_SECONDS));
    readings.whileMeasuring(host::lookAtStates, STATE_MILLIS);
  }

  /** Returns the readings of the processes and of their metrics pages. */
  public CostReadings readings() {
    return readings;
  }

  /**
   * Watches a process of this host.
   *
   * @param target whether it is of the system under test
   */
  public void process(String name, boolean target, ProcessHandle process) {
    readings.process(name, target, new LocalProcess(process, PROC), PROCESS_SECONDS);
    network.process(name, process.pid());
    if (target) {
      host.target(name, process.pid());
    } else {
      host.process(process.pid());
    }
  }

  /**
   * Watches the processes that a process of the system under test has started. Each is a part of
   * its own, named as its program is, or as the process where it is of the same program.
   */
  public void children(String of, ProcessHandle process) {
    Optional<String> same = process.info().command();
    process
        .children()
        .filter(child -> child.info().command().isPresent())
        .forEach(
            child -> {
              Optional<String> program = child.info().command();
              String name =
                  free(program.equals(same) ? of : Path.of(program.get()).getFileName().toString());
              process(name, true, child);
              readings.parts(name, List.of(name));
            });
  }

  private String free(String name) {
    String free = name;
    for (int i = 2; readings.has(free); i++) {
      free = name + " " + i;
    }
    return free;
  }

  /**
   * Returns the load of this host in the measured phase, after {@link CostReadings#awaitEnd}; null
   * if that phase did not begin.
   */
  public HostLoad host() {
    return host.load();
  }

  private final class ThisOne implements CostReadings.HostReading {
    @Override
    public void begin() {
      host.begin();
      network.begin();
    }

    @Override
    public void end() {
      host.look();
      network.end();
    }

    @Override
    public NetworkCost network() {
      return network.cost();
    }

    @Override
    public Long dropped(String process) {
      return network.dropped(process);
    }

    @Override
    public ProcessCost.ProcessHealth health(String process, Double longestGcPauseMs) {
      return host.health(process, longestGcPauseMs);
    }
  }

  @Override
  public void close() {
    readings.close();
  }
}
