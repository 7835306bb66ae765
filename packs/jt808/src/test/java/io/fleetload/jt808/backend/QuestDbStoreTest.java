// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fleetload.driver.RunClock;
import io.fleetload.jt808.Backend;
import io.fleetload.jt808.Profiles;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.profile.LocationStamp;
import io.fleetload.process.TargetException;
import io.fleetload.results.book.BackendReading;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.Stamp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server that answers as QuestDB's {@code /exp} does. */
class QuestDbStoreTest implements RunClock {
  private final Backend published = new Backend("nats://127.0.0.1:1", "");
  private final AtomicInteger counts = new AtomicInteger();
  private HttpServer server;
  private volatile boolean grows;
  private volatile int status = 200;
  private volatile String rows = "";
  private volatile String build = "QuestDB 9.3.4";
  private volatile int missingBytes;
  private long now;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/exp", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String query = exchange.getRequestURI().getQuery().replace('+', ' ');
    String body;
    if (query.contains("build()")) {
      body = "\"build()\"\r\n\"Build Information: " + build + ", JDK 17\"\r\n";
    } else if (query.contains("count(*)")) {
      body = "\"count\"\r\n" + (grows ? counts.incrementAndGet() : 7) + "\r\n";
    } else {
      assertThat(query).isEqualTo("query=" + rowsOfThisRun());
      body = "\"phone\",\"latitude\",\"longitude\"\r\n" + rows;
    }
    byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
    exchange.sendResponseHeaders(status, bytes.length + missingBytes);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** The rows with latitudes that can be stamps of this run: of two periods. */
  private String rowsOfThisRun() {
    String where =
        new LocationStamp(profile())
            .latitudes(Backend.RUN).stream()
                .map(each -> "latitude between " + each.from() + " and " + each.to())
                .collect(Collectors.joining(" or "));
    return "select phone, latitude, longitude from locations where " + where;
  }

  /** Time passes in steps of a second, as nobody has to wait for it. */
  @Override
  public long nanos() {
    return now += 1_000_000_000L;
  }

  @Override
  public long epochNanos(long nanos) {
    return nanos;
  }

  /** Of a table that was empty before the run. */
  private Optional<BackendReading.Behind> read() throws Exception {
    return readAfter("");
  }

  private Optional<BackendReading.Behind> readAfter(String before) throws Exception {
    String now = rows;
    rows = before;
    try (Store store = store()) {
      rows = now;
      return store.read(() -> {});
    }
  }

  private Store store() throws Exception {
    return Store.of(profile(), null, published.book, this);
  }

  private Jt808Profile profile() {
    return Profiles.of(
        """
        target: { server: "127.0.0.1:1", nats: "nats://127.0.0.1:1", store: "%s" }
        devices: { count: 100 }
        phases: { measure: 10s }
        flows: { location: { rate: 100/s } }
        """
            .formatted(address()));
  }

  private String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** A row of the table, from what the platform published. */
  private static String row(Jt808Profile profile, int n) {
    Stamp stamp = new Stamp(Backend.RUN, "location", Period.MEASURED, n % 100, n, 1, 1);
    long bits = new LocationStamp(profile).bits(stamp);
    return "\"138%08d\",%d,%d\r\n"
        .formatted(n % 100, LocationStamp.latitude(bits), LocationStamp.longitude(bits));
  }

  @Test
  void itSaysItsVersionWhereItKnowsIt() throws Exception {
    assertThat(store().described()).isEqualTo("QuestDB 9.3.4");
    build = "unknown [DEVELOPMENT]";
    assertThat(store().described()).isEqualTo("QuestDB");
    status = 400;
    assertThat(store().described()).isEqualTo("QuestDB");
  }

  @Test
  void eachRowOfThisRunIsCounted() throws Exception {
    rows = row(published.profile, 5) + "\"13900000001\",1,1\r\n" + row(published.profile, 105);
    assertThat(read()).isEmpty();
    assertThat(published.book.all).containsExactly("stored location 5", "stored location 105");
  }

  @Test
  void rowsThatWereThereBeforeTheRunAreNotItsOwn() throws Exception {
    String old = row(published.profile, 5) + row(published.profile, 5) + row(published.profile, 6);
    rows = old + row(published.profile, 7) + row(published.profile, 6);
    assertThat(readAfter(old)).isEmpty();
    assertThat(published.book.all).containsExactly("stored location 7", "stored location 6");
  }

  @Test
  void aTableThatIsMadeWithItsFirstRowIsEmptyBefore() throws Exception {
    status = 400;
    try (Store store = store()) {
      status = 200;
      rows = row(published.profile, 5);
      assertThat(store.read(() -> {})).isEmpty();
    }
    assertThat(published.book.all).containsExactly("stored location 5");
  }

  @Test
  void anEmptyTableIsReadToItsEnd() throws Exception {
    assertThat(read()).isEmpty();
    assertThat(published.book.all).isEmpty();
  }

  @Test
  void aTableThatKeepsGrowingIsNotReadToItsEnd() throws Exception {
    grows = true;
    assertThat(read().orElseThrow().sentence()).contains("the saver of " + address());
  }

  @Test
  void aRowThatIsNoLocationIsSaid() {
    rows = "\"13800000001\",null,null\r\n";
    assertThatThrownBy(this::read)
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("instead of phone,latitude,longitude (target.store)");
  }

  @Test
  void anAnswerThatIsAnErrorIsSaidWithItsStatus() {
    status = 400;
    assertThatThrownBy(this::read)
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll(
            address(), "\"select count(*) from locations\"", "400", "(target.store)");
  }

  @Test
  void anAnswerThatIsCutIsSaid() {
    missingBytes = 100;
    assertThatThrownBy(this::read)
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll("store at " + address(), "not reachable: ")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aStoreThatIsNotThereIsSaid() {
    server.stop(0);
    assertThatThrownBy(this::read)
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll("store at " + address(), "not reachable: ")
        .hasMessageNotContaining("null");
  }
}
