// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.BackendDriver.Reception;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.process.StopSignal;
import io.fleetload.profile.Generator;
import io.fleetload.rig.ArrivalLog;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What a real Scorpio sent to a receiver, in {@code scorpio-notifications.txt}: a line with the
 * headers, then the body. It is sent again byte by byte, over one connection as Scorpio does.
 */
class RecordedNotificationsTest {
  private static final RunId RUN = new RunId(0x1f00a);
  private static final Pattern HEADER = Pattern.compile("'([^']+)': '([^']*)'");

  /** A notification without its path. */
  private record Recorded(String headers, String body) {
    Recorded stamped(int n) {
      String stamp = new Stamp(RUN, "update", Period.MEASURED, 1, n, 1, 1).text();
      String with = body.replaceAll("170000000000\\d", '"' + stamp + '"');
      return new Recorded(
          headers.replaceAll("content-length: \\d+", "content-length: " + with.length()), with);
    }
  }

  private static List<Recorded> all() throws IOException {
    List<Recorded> all = new ArrayList<>();
    try (InputStream file =
        RecordedNotificationsTest.class.getResourceAsStream("scorpio-notifications.txt")) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      for (String each : text.split("\n\n")) {
        int line = each.indexOf('\n');
        StringBuilder headers = new StringBuilder();
        Matcher header = HEADER.matcher(each.substring(0, line));
        while (header.find()) {
          headers.append(header.group(1)).append(": ").append(header.group(2)).append("\r\n");
        }
        all.add(new Recorded(headers.toString(), each.substring(line + 1).stripTrailing()));
      }
    }
    return all;
  }

  private static List<String> sent(List<Recorded> notifications) throws Exception {
    ArrivalLog book = new ArrivalLog(RUN);
    try (TinyBroker broker = new TinyBroker();
        Reception reception =
            new NotificationBackend(
                    Profiles.of(
                        "url: \"%s\"".formatted(broker.url()),
                        "subscriptions: [ { type: timed-entity, stamp: senttime } ]"),
                    RunClock.system(),
                    new StopSignal())
                .open(book, new BackendWatch(new Generator(null)))) {
      URI uri = URI.create(TinyBroker.uri(broker.named(":0:0").get(0)));
      try (Socket connection = new Socket(uri.getHost(), uri.getPort())) {
        BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
        for (Recorded each : notifications) {
          String request =
              "POST " + uri.getPath() + " HTTP/1.1\r\n" + each.headers + "\r\n" + each.body;
          connection.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
          assertThat(answers.readLine()).startsWith("HTTP/1.1 204");
          assertThat(answers.readLine()).isEmpty();
        }
      }
      assertThat(reception.catchUp(() -> {})).isEmpty();
    }
    return book.all();
  }

  @Test
  void allAreReadAndOnesWithAStampArrive() throws Exception {
    List<Recorded> all = all();
    assertThat(all).hasSize(5);
    assertThat(all).filteredOn(each -> each.headers.contains("NGSILD-Tenant: )$%^&")).hasSize(3);
    List<Recorded> notifications = new ArrayList<>(all);
    for (int n = 0; n < all.size(); n++) {
      notifications.add(all.get(n).stamped(n));
    }

    // The first two are of a new entity and have no time.
    assertThat(sent(notifications))
        .startsWith("unstamped", "unstamped", "unstamped", "unstamped", "unstamped")
        .endsWith("unstamped", "unstamped", "2 at 0", "3 at 0", "4 at 0")
        .hasSize(10);
  }
}
