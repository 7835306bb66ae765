// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.pack.Description;
import io.fleetload.pack.Target;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.profile.Span;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A run against the echo server. */
record EchoRun(EchoProfile profile) implements Description {
  private static final FlowSpec.Body BODY =
      (device, stamp) -> stamp.text().getBytes(StandardCharsets.US_ASCII);

  @Override
  public List<FlowSpec> flows() {
    long timeout = profile.devices().timeout().nanos();
    List<FlowSpec> flows = new ArrayList<>();
    EchoProfile.Echo echo = profile.flows().echo();
    if (echo != null) {
      flows.add(
          FlowSpec.of(EchoProfile.ECHO, timeout, BODY)
              .withWindow(echo.window())
              .withResponses(echo.responses()));
    }
    if (profile.flows().again() != null) {
      flows.add(
          FlowSpec.of(EchoProfile.AGAIN, timeout, BODY).asStep(profile.flows().again().step()));
    }
    if (profile.flows().ask() != null) {
      flows.add(FlowSpec.of(EchoProfile.ASK, timeout, BODY));
      flows.add(FlowSpec.of(EchoProfile.ANSWER, timeout, BODY).answeringPushed(EchoProfile.ASK));
    }
    if (profile.store()) {
      flows.replaceAll(FlowSpec::withStore);
    }
    flows.replaceAll(each -> each.withReceivers(profile.listeners()));
    return profile.backend() ? flows : flows.stream().map(FlowSpec::ofTheDeviceOnly).toList();
  }

  @Override
  public DeviceDriver devices(ShardDevices own, RunClock clock)
      throws TargetException, IOException {
    return new EchoDevices(profile, own);
  }

  @Override
  public Optional<BackendDriver> backend(RunClock clock, StopSignal stop) {
    return profile.backend() ? Optional.of(new EchoBackend(profile, clock)) : Optional.empty();
  }

  @Override
  public Target target() {
    boolean embedded = profile.target().server() == null;
    return new Target(
        embedded ? new Server(profile) : null,
        null,
        List.of("server"),
        List.of(),
        embedded ? List.of() : List.of(profile.target().server()),
        null,
        Target.Preparation.NONE,
        Span.parse("60s"));
  }

  /** How {@link EchoServer} is started. */
  private record Server(EchoProfile profile) implements Target.Launch {
    private static final int NO_STORE = 1;

    @Override
    public String process() {
      return "echo-server";
    }

    @Override
    public String described() {
      return "the echo server";
    }

    @Override
    public String jar() {
      return "packs/echo/target/pack-echo.jar";
    }

    @Override
    public List<String> javaOptions() {
      return List.of("-Xmx256m", "-XX:+UseSerialGC");
    }

    @Override
    public List<String> arguments(int fleets, int port) {
      return List.of(
          String.valueOf(profile.store() ? profile.target().forgets() : NO_STORE),
          String.valueOf(profile.target().misses()));
    }

    @Override
    public Target.Ready ready(String line) {
      try {
        String server = new ObjectMapper().readTree(line).path("server").asText();
        return new Target.Ready(List.of("target.server=" + server), null, EchoProfile.EMBEDDED);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException("the server's ready line is no JSON: " + line, e);
      }
    }
  }
}
