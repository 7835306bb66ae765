// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.pack.Description;
import io.fleetload.pack.Launch;
import io.fleetload.pack.Target;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run against the echo server. */
record EchoRun(EchoProfile profile) implements Description {
  private static final int NO_STORE = 1;
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
    EchoProfile.Place place = profile.target();
    int forgets = profile.store() ? place.forgets() : NO_STORE;
    return Target.of(
        place.server() != null
            ? null
            : Launch.of(
                    "echo-server",
                    "the echo server",
                    "packs/echo/target/pack-echo.jar",
                    "-Xmx256m",
                    "-XX:+UseSerialGC")
                .with((fleets, port) -> List.of("" + forgets, "" + place.misses()))
                .saying(EchoProfile.EMBEDDED, Map.of("server", "target.server")),
        place.server());
  }
}
