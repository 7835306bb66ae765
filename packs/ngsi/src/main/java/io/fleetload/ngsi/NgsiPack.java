// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi;

import io.fleetload.ngsi.imports.OpenApi;
import io.fleetload.ngsi.imports.PostmanCollection;
import io.fleetload.ngsi.ledger.NotificationTable;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.ngsi.published.StellioReport;
import io.fleetload.ngsi.published.StellioTable;
import io.fleetload.ngsi.published.ToolViews;
import io.fleetload.pack.Description;
import io.fleetload.pack.LineForm;
import io.fleetload.pack.Pack;
import io.fleetload.pack.imports.ImportForm;
import io.fleetload.results.PublishedReport;
import io.fleetload.results.ResultView;
import java.util.List;
import java.util.Optional;

/** Users that send requests to a broker of NGSI-LD or NGSI-v2, and a receiver of notifications. */
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
  public Description describe(NgsiProfile profile) {
    return new NgsiRun(profile);
  }

  @Override
  public Optional<LineForm> oneLine() {
    return Optional.of(EntityLine.FORM);
  }

  @Override
  public List<ImportForm> imports() {
    return List.of(OpenApi.form(), PostmanCollection.form());
  }

  @Override
  public List<ResultView> views() {
    return List.of(new ToolViews(), new StellioTable(), new NotificationTable());
  }

  @Override
  public Optional<PublishedReport> published() {
    return Optional.of(new StellioReport());
  }
}
