// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.pack.Description;
import io.fleetload.pack.OneLine;
import io.fleetload.pack.Pack;
import io.fleetload.results.ResultView;
import java.util.List;
import java.util.Optional;

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
  public Optional<OneLine> oneLine() {
    return Optional.of(
        new OneLine(
            List.of(new OneLine.UrlKind("jt808", null)),
            List.of("location", "heartbeat", "alert"),
            List.of(
                new OneLine.KeyOption("nats", "target.nats"),
                new OneLine.KeyOption("nats-user", "target.natsLogin.user"),
                new OneLine.KeyOption("nats-password", "target.natsLogin.password"),
                new OneLine.KeyOption("store", "target.store"),
                new OneLine.KeyOption("commands", "target.commands"),
                new OneLine.KeyOption("version2019", "devices.version2019"),
                new OneLine.KeyOption("alarm", "flows.*.alarm"),
                new OneLine.KeyOption("command", "flows.*.command")),
            Jt808Pack::keys));
  }

  private static List<String> keys(OneLine.Line line) {
    if (line.target().isEmbedded()) {
      return List.of();
    }
    String server = "target.server='" + line.target().address() + "'";
    // Without its NATS the answers of the server are all that can be judged.
    return line.given().containsKey("nats") ? List.of(server) : List.of(server, "backend=false");
  }

  @Override
  public List<ResultView> views() {
    return List.of(new PublishedTables());
  }
}
