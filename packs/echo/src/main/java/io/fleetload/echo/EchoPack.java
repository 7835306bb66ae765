// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.flow.Step;
import io.fleetload.pack.Description;
import io.fleetload.pack.Launch;
import io.fleetload.pack.LineForm;
import io.fleetload.pack.Pack;
import io.fleetload.pack.Target;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Flow;
import io.fleetload.wire.TcpConnection;
import io.fleetload.wire.TcpFleet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The smallest pack: a server that sends back what it is sent, its devices and its backend. */
public final class EchoPack implements Pack<EchoProfile> {
  private static final String JAR = "packs/echo/target/pack-echo.jar";

  @Override
  public String name() {
    return "echo";
  }

  @Override
  public Class<EchoProfile> profile() {
    return EchoProfile.class;
  }

  @Override
  public Description describe(EchoProfile profile) {
    return new EchoRun(profile, new EchoBodies(profile));
  }

  @Override
  public Optional<LineForm> oneLine() {
    return Optional.of(
        new LineForm(
            List.of(new LineForm.UrlKind("echo", 7)),
            List.of("echo", "ask"),
            List.of(
                new LineForm.KeyOption("window", "flows.*.window"),
                new LineForm.KeyOption("responses", "flows.*.responses"),
                new LineForm.KeyOption("body", "flows.*.body"),
                new LineForm.KeyOption("listeners", "listeners")),
            line ->
                line.target().isEmbedded()
                    ? List.of()
                    : List.of("target.server='" + line.target().address() + "'")));
  }

  private record EchoRun(EchoProfile profile, EchoBodies bodies) implements Description {
    @Override
    public List<FlowSpec> flows() {
      List<FlowSpec> specs = new ArrayList<>();
      profile.flows().forEach((name, flow) -> add(name, flow, specs));
      return specs;
    }

    private void add(String name, EchoProfile.EchoFlow flow, List<FlowSpec> specs) {
      if (flow instanceof EchoProfile.Echo echo) {
        specs.add(flow(name, name).withWindow(echo.window()).withResponses(echo.responses()));
      } else if (flow instanceof EchoProfile.Again again) {
        specs.add(
            flow(name, again.after())
                .asStep(new Step(again.after(), again.times(), again.think(), 0)));
      } else {
        specs.add(flow(name, name));
        String answer = Flow.added(name, EchoProfile.Ask.class, EchoProfile.ANSWER);
        specs.add(flow(answer, name).answeringPushed(name));
      }
    }

    private FlowSpec flow(String name, String head) {
      FlowSpec flow =
          FlowSpec.of(name, profile.timeout(head).nanos(), bodies.of(name))
              .withReceivers(profile.listeners());
      flow = profile.store() ? flow.withStore() : flow;
      return profile.backend() ? flow : flow.ofTheDeviceOnly();
    }

    @Override
    public DeviceDriver devices(ShardDevices own, RunClock clock)
        throws TargetException, UsageException, IOException {
      bodies.read();
      return new TcpFleet<>(profile, own, TcpConnection.address(profile.target().server()))
          .begin(place -> new EchoLink(place, profile));
    }

    @Override
    public Optional<BackendDriver> backend(RunClock clock, StopSignal stop) {
      return profile.backend()
          ? Optional.of((book, watch) -> new EchoBackend(profile, book, watch, clock))
          : Optional.empty();
    }

    @Override
    public Target target() {
      return Target.of(
          profile.target().server() == null ? launch() : null, profile.target().server());
    }

    private Launch launch() {
      // The server has no store where it is to forget each message.
      int forgets = profile.store() ? profile.target().forgets() : 1;
      return Launch.of("echo-server", "the echo server", JAR, "-Xmx256m", "-XX:+UseSerialGC")
          .with((fleets, port) -> List.of("" + forgets, "" + profile.target().misses()))
          .saying(EchoProfile.EMBEDDED, Map.of("server", "target.server"));
    }
  }
}
