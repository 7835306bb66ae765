// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.backend;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DropsTest {
  private static final long LATER = 300_000_000L;

  private final Drops drops = new Drops();
  private HttpServer server;
  private String page = "";
  private int status = 200;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = page.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void read(String text, long nanos) throws InterruptedException {
    page = text;
    drops.read(
        URI.create("http://127.0.0.1:%d/metrics".formatted(server.getAddress().getPort())), nanos);
  }

  @Test
  void whatTheBrokerSaysInATopicCountsFromTheFirstTime() {
    assertThat(drops.sentence()).isEmpty();
    drops.said("1000", true, 5);
    assertThat(drops.sentence()).isEmpty();
    drops.said(" 3500\n", false, 6);
    assertThat(drops.sentence()).hasValueSatisfying(said -> assertThat(said).contains("2,500"));
  }

  /** Mosquitto forgets a number that did not change for a minute. */
  @Test
  void whatWasDroppedBeforeTheRunIsNotKnownWhereTheBrokerDidNotSayIt() {
    drops.ticked(5);
    assertThat(drops.isRenewed(4, 6)).isFalse();
    drops.said("103", false, 7);
    assertThat(drops.sentence())
        .hasValueSatisfying(said -> assertThat(said).contains("between 1 and 103 messages"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "many", "-5", "1.5", "1 2", "9999999999999999999999"})
  void whatIsNoNumberSaysNothing(String text) {
    drops.said("1", true, 1);
    drops.said(text, false, 2);
    assertThat(drops.isRenewed(1, LATER)).isFalse();
    assertThat(drops.sentence()).isEmpty();
  }

  @Test
  void aBrokerThatBeganAnewHasNoNumberForTheRun() {
    drops.said("1000", true, 1);
    drops.said("3", false, 2);
    assertThat(drops.sentence()).isEmpty();
  }

  @Test
  void aBrokerThatNeverSaysItIsNotWaitedFor() {
    assertThat(drops.isRenewed(10, LATER)).isTrue();
    drops.said("0", true, 5);
    assertThat(drops.isRenewed(10, LATER)).isFalse();
    drops.ticked(11);
    assertThat(drops.isRenewed(10, LATER)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "mqtt_messages_dropped_by_reason_total{reason=\"queue_is_full\"} 12 | 12",
        "mqtt_messages_dropped_by_reason_total{reason=\"shared_queue_is_full\"} 12 | 12",
        "mqtt_messages_dropped_by_reason_total{reason=\"expired\"} 12 | 0",
        "mqtt_messages_dropped_total 12 | 0",
        "com_hivemq_messages_dropped_count 12.0 | 12",
        "com_hivemq_messages_dropped_count 1.2345678E7 | 12,345,678",
        "com_hivemq_messages_dropped_rate1 12.0 | 0",
        "emqx_delivery_dropped_queue_full{node=\"emqx@127.0.0.1\"} 12 | 12",
        "emqx_delivery_dropped_queue_full 12 | 12",
        "emqx_delivery_dropped_queue_full NaN | 0",
        "x_emqx_delivery_dropped_queue_full 12 | 0"
      })
  void aPageHasTheNumberInTheNamesOfItsBroker(String line, String dropped) throws Exception {
    read("# HELP x y\n# TYPE x counter\n", 1);
    read("# TYPE x counter\n" + line + "\nprocess_cpu_seconds_total 7\n", 2);
    if (dropped.equals("0")) {
      assertThat(drops.sentence()).isEmpty();
    } else {
      assertThat(drops.sentence()).hasValueSatisfying(said -> assertThat(said).contains(dropped));
    }
  }

  @Test
  void severalNodesAreAddedUp() throws Exception {
    read("", 1);
    read(
        """
        emqx_delivery_dropped_queue_full{node="a"} 5
        emqx_delivery_dropped_queue_full{node="b"} 7
        """,
        2);
    assertThat(drops.sentence()).hasValueSatisfying(said -> assertThat(said).contains(" 12 "));
  }

  @Test
  void aPageThatIsNotThereSaysNothing() throws Exception {
    status = 404;
    read("com_hivemq_messages_dropped_count 12", 1);
    drops.read(URI.create("ftp://127.0.0.1/"), 1);
    server.stop(0);
    read("com_hivemq_messages_dropped_count 12", 1);
    assertThat(drops.isRenewed(10, LATER)).isTrue();
    assertThat(drops.sentence()).isEmpty();
  }
}
