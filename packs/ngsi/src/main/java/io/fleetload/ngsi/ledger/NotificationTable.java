// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.ResultView;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Table of the notifications by subscription, and of the entities that lack most of them. */
public final class NotificationTable implements ResultView {
  static final String FILE = "notifications.md";

  @Override
  public void write(Result result, Path directory) throws IOException {
    Path device = directory.resolve(DeviceBook.FILE);
    Path backend = directory.resolve(BackendBook.FILE);
    JsonNode profile = result.about().profile();
    if (profile == null || !Files.exists(device) || !Files.exists(backend)) {
      return;
    }
    DeviceBook sent = ResultFiles.read(device, DeviceBook.class);
    BackendBook received = ResultFiles.read(backend, BackendBook.class);
    List<NotifiedFlow> flows = new ArrayList<>();
    result
        .figures()
        .flows()
        .forEach(
            (name, flow) -> {
              boolean notified =
                  profile.path("flows").path(name).path("notified").asBoolean()
                      && sent.flows().containsKey(name);
              // What is lost is known only where the backend read everything.
              if (notified && flow.ledger() != null) {
                flows.add(
                    new NotifiedFlow(name, sent.flows().get(name), received.flow(name), profile));
              }
            });
    if (!flows.isEmpty()) {
      ResultFiles.writeText(directory.resolve(FILE), text(flows, new EntityNames(profile)));
    }
  }

  private static String text(List<NotifiedFlow> flows, EntityNames entities) {
    StringBuilder text = new StringBuilder("# Notifications by subscription\n\n");
    row(
        text,
        "Request",
        "Subscription",
        "Confirmed",
        "Notified",
        "Lost",
        "Duplicate",
        "Out of order",
        "Mean ms",
        "Longest ms");
    row(text, "---", "---", "---:", "---:", "---:", "---:", "---:", "---:", "---:");
    flows.forEach(flow -> flow.subscriptions().forEach(each -> row(text, each.cells())));
    text.append("\n# Entities that lack most notifications\n\n");
    List<LostOfEntity> lost = new ArrayList<>();
    flows.forEach(flow -> lost.addAll(flow.worst()));
    if (lost.isEmpty()) {
      text.append("None lacks any.\n");
      return text.toString();
    }
    row(text, "Request", "Subscription", "Entity", "User", "Lost", "of these, a newer one arrived");
    row(text, "---", "---", "---", "---:", "---:", "---:");
    LostOfEntity.worst(lost)
        .forEach(
            each ->
                row(
                    text,
                    each.flow(),
                    each.subscription(),
                    entities.of(each),
                    each.user(),
                    each.lost(),
                    each.newerArrived()));
    text.append(
        """

        Confirmed: requests that the broker confirmed, times the subscriptions that they notify. Times are from
        the send of the request to the receipt. Of each request the first that is lost names the entity.
        """);
    return text.toString();
  }

  private static void row(StringBuilder text, Object... cells) {
    for (Object each : cells) {
      text.append("| ").append(cell(each)).append(' ');
    }
    text.append("|\n");
  }

  private static String cell(Object value) {
    if (value == null) {
      return "–";
    }
    return value instanceof Double number
        ? String.format(Locale.ROOT, "%.1f", number)
        : value.toString().replace("|", "\\|");
  }
}
