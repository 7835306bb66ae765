// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi;

import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.ngsi.published.StellioReport;
import io.fleetload.ngsi.published.StellioTable;
import io.fleetload.ngsi.published.ToolViews;
import io.fleetload.pack.FlowSpec;
import io.fleetload.pack.Pack;
import io.fleetload.pack.Target;
import io.fleetload.results.PublishedReport;
import io.fleetload.results.ResultView;
import java.util.List;
import java.util.Optional;

/** Users that send requests to a broker of NGSI-LD or NGSI-v2. */
public final class NgsiPack implements Pack<NgsiProfile> {
  @Override
  public String name() {
    return "ngsi";
  }

  @Override
  public Class<NgsiProfile> profile() {
    return NgsiProfile.class;
  }

  @Override
  public List<FlowSpec> flows(NgsiProfile profile) {
    throw new UnsupportedOperationException("flows");
  }

  @Override
  public DeviceDriver devices(NgsiProfile profile, ShardDevices own, RunClock clock) {
    throw new UnsupportedOperationException("devices");
  }

  @Override
  public List<ResultView> views() {
    return List.of(new ToolViews(), new StellioTable());
  }

  @Override
  public Optional<PublishedReport> published() {
    return Optional.of(new StellioReport());
  }

  @Override
  public Target target(NgsiProfile profile) {
    throw new UnsupportedOperationException("target");
  }
}
