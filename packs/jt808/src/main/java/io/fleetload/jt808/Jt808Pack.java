// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.pack.Description;
import io.fleetload.pack.Pack;
import io.fleetload.results.ResultView;
import java.util.List;

/** Vehicle terminals of JT/T 808, the server that they talk to, its NATS and its store. */
public final class Jt808Pack implements Pack<Jt808Profile> {
  @Override
  public String name() {
    return "jt808";
  }

  @Override
  public Class<Jt808Profile> profile() {
    return Jt808Profile.class;
  }

  @Override
  public Description describe(Jt808Profile profile) {
    return new Jt808Run(profile);
  }

  @Override
  public List<ResultView> views() {
    return List.of(new PublishedTables());
  }
}
