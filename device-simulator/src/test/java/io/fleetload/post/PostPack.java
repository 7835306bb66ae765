// SPDX-License-Identifier: EPL-2.0
package io.fleetload.post;

import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.flow.FlowSpec;
import io.fleetload.pack.Description;
import io.fleetload.pack.Pack;
import io.fleetload.pack.Target;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.wire.TcpConnection;
import io.fleetload.wire.TcpFleet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The example of docs/tutorial/write-a-pack.md: devices write letters, and a backend reads them.
 */
public final class PostPack implements Pack<PostProfile> {
  @Override
  public String name() {
    return "post";
  }

  @Override
  public Class<PostProfile> profile() {
    return PostProfile.class;
  }

  @Override
  public Description describe(PostProfile profile) {
    return new PostRun(profile);
  }

  private record PostRun(PostProfile profile) implements Description {
    @Override
    public List<FlowSpec> flows() {
      return profile.flows().keySet().stream().map(this::flow).toList();
    }

    private FlowSpec flow(String name) {
      return FlowSpec.of(
          name,
          profile.timeout(name).nanos(),
          (device, stamp) -> stamp.text().getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public DeviceDriver devices(ShardDevices own, RunClock clock)
        throws TargetException, IOException {
      return new TcpFleet<>(profile, own, TcpConnection.address(profile.target().server()))
          .begin(place -> new PostLink(place, profile));
    }

    @Override
    public Optional<BackendDriver> backend(RunClock clock, StopSignal stop) {
      return Optional.of((book, watch) -> new PostBackend(profile, book, watch, clock));
    }

    @Override
    public Target target() {
      return Target.of(null, profile.target().server());
    }
  }
}
