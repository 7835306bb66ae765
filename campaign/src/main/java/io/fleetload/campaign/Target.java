// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import io.fleetload.hono.HonoProfile;
import io.fleetload.hono.HonoTarget;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Life;
import io.fleetload.progress.ToolEvent;
import io.fleetload.progress.ToolEvents;
import io.fleetload.results.ExitCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The system under test: started where it is embedded, told of the tenant and the devices, and
 * taken down after use where it was started.
 */
final class Target {
  private final GivenProfile given;
  private final MetricsPorts metrics;
  private final Tools tools;
  private final ToolProcesses processes;
  private final ToolEvents.Teller teller;

  Target(
      GivenProfile given,
      MetricsPorts metrics,
      Tools tools,
      ToolProcesses processes,
      ToolEvents.Teller teller) {
    this.given = given;
    this.metrics = metrics;
    this.tools = tools;
    this.processes = processes;
    this.teller = teller;
  }

  /** What is done against a target that is up and knows the tenant and the devices. */
  @FunctionalInterface
  interface Use {
    ExitCode of(ReadyTarget target)
        throws TargetException, UsageException, IOException, InterruptedException;
  }

  /**
   * Brings it up, lets it be used and takes it down.
   *
   * @param fleets how many times the devices connect anew at most; a session that was closed takes
   *     up a place of the adapter for half an hour (Scandium's stale connection threshold)
   * @return what the use said; null where it was interrupted before
   * @throws TargetException if a part of it does not come up or is not reachable
   * @throws UsageException if a tool finds the profile unfit for this host
   * @throws IOException if a tool cannot be started
   */
  ExitCode keepFor(int fleets, Use use)
      throws TargetException, UsageException, IOException, InterruptedException {
    return given.profile().target().kind() == HonoTarget.Kind.EMBEDDED
        ? embedded(fleets, use)
        : provisioned(ReadyTarget.external(given.profile().target().prometheus()), use);
  }

  private ExitCode embedded(int fleets, Use use)
      throws TargetException, UsageException, IOException, InterruptedException {
    try (ToolProcess stack = startStack(fleets)) {
      String ready = processes.awaitReady(stack);
      return ready == null
          ? null
          : provisioned(
              ReadyTarget.embedded(stack, Stack.of(ready), processes.deathOf(stack)), use);
    }
  }

  private ToolProcess startStack(int fleets) throws IOException {
    HonoProfile profile = given.profile();
    teller.tell(new ToolEvent.Said(Campaign.TOOL, "starting the embedded Hono stack"));
    List<String> options =
        new ArrayList<>(
            List.of(
                "--coap-port=0",
                "--kafka-port=0",
                "--mongodb-port=0",
                "--infinispan-port=0",
                "--http-port=" + metrics.stack(),
                "--max-connections=" + fleets * mostSessions(profile),
                "--max-payload=" + profile.target().maxPayload().bytes(),
                "--request-timeout=" + profile.target().services().requestTimeout().millis() + "ms",
                "--flow-latency=" + profile.target().services().flowLatency().millis() + "ms",
                "--cached-registrations=" + profile.target().services().cachedRegistrations(),
                "--until-stdin-closes"));
    profile.sharedBy().shares().forEach(each -> options.add("--tenant=" + each.id()));
    return processes.start("hono-embedded", tools.stack(options));
  }

  /**
   * Sessions that a storm takes, or that devices give up because they are silent, are still held by
   * an adapter that was not told of their end.
   */
  private static long mostSessions(HonoProfile profile) {
    Life.Storm storm = profile.devices().life().storm();
    long silent = profile.devices().reconnectAfter().nanos() == 0 ? 0 : 1;
    return profile.sessions() * (1 + silent + (storm == null ? 0 : storm.at().size())) + 1_000L;
  }

  private ExitCode provisioned(ReadyTarget ready, Use use)
      throws TargetException, UsageException, IOException, InterruptedException {
    processes.target(ready.death());
    List<String> arguments = given.arguments(ready.endpoints());
    if (given.profile().target().provision()) {
      processes.runToEnd("provisioning", tools.provisioning("apply", arguments));
    } else if (given.profile().target().namesRegistry()) {
      processes.runToEnd("provisioning", tools.provisioning("check", arguments));
    }
    return processes.isStopped() ? null : use.of(ready);
  }
}
