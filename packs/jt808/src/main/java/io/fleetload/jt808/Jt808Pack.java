// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.pack.Description;
import io.fleetload.pack.LineForm;
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
  public Optional<LineForm> oneLine() {
    return Optional.of(
        new LineForm(
            List.of(new LineForm.UrlKind("jt808", null)),
            List.of("location", "heartbeat", "alert"),
            List.of(
                new LineForm.KeyOption("nats", "target.nats"),
                new LineForm.KeyOption("nats-user", "target.natsLogin.user"),
                new LineForm.KeyOption("nats-password", "target.natsLogin.password"),
                new LineForm.KeyOption("store", "target.store"),
                new LineForm.KeyOption("commands", "target.commands"),
                new LineForm.KeyOption("version2019", "devices.version2019"),
                new LineForm.KeyOption("alarm", "flows.*.alarm"),
                new LineForm.KeyOption("command", "flows.*.command")),
            Jt808Pack::keys));
  }

  private static List<String> keys(LineForm.LineOrder line) {
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
