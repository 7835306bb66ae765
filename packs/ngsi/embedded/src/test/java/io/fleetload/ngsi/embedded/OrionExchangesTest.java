// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.ngsi.embedded.Recording.Block;
import io.fleetload.ngsi.embedded.Recording.Message;
import io.fleetload.ngsi.embedded.fault.Faults;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/**
 * The broker answers and notifies as a real Orion was seen to do, in the same order: status, the
 * headers that matter, and each character of the body. Times and ids are its own.
 */
class OrionExchangesTest {
  private static final Map<String, String> LEFT_OUT =
      Map.of("version", "which program it is: ours says that it is a stand-in");

  private static final List<String> HEADERS_THAT_MATTER =
      List.of("Allow", "Content-Type", "Fiware-Total-Count", "Location");

  private static final List<String> HEADERS_OF_NOTIFICATIONS =
      List.of("Accept", "Content-Type", "Fiware-Servicepath", "Ngsiv2-AttrsFormat", "X-T");

  /**
   * An attribute that Orion adds to the notifications of other subscriptions, after a subscription
   * with covered notifications lacked it. Ours does not.
   */
  private static final String OF_ANOTHER_SUBSCRIPTION =
      ",\"nosuch\":{\"type\":\"None\",\"value\":null,\"metadata\":{}}";

  private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";

  /** The recorder waited as long between two changes. */
  private static final Duration BETWEEN = Duration.ofMillis(500);

  private final MovingClock clock = new MovingClock(Instant.parse("2026-11-25T13:53:21Z"));
  private final Map<String, String> ids = new LinkedHashMap<>();
  private final SoftAssertions all = new SoftAssertions();

  @Test
  void allExchangesButThatOfTheVersion() throws Exception {
    Vertx vertx = Vertx.vertx();
    try (ReceiverInTest receiver = new ReceiverInTest();
        // Orion was recorded as it starts by default, without -multiservice.
        BrokerInTest broker = new BrokerInTest(Faults.NONE, clock, true)) {
      HttpClient client = vertx.createHttpClient();
      Context context = vertx.getOrCreateContext();
      List<Block> blocks = Recording.ofOrion(receiver.url());
      int replayed = 0;
      for (Block each : blocks) {
        if (each.name().equals("subscription with an empty condition")) {
          receiver.soFar();
        }
        if (each.exchange().isEmpty()) {
          notifications(each, receiver.soFar());
        } else if (!LEFT_OUT.containsKey(each.name())) {
          replayed++;
          replay(each, client, context, broker);
        }
      }
      all.assertThat(replayed).isEqualTo(222);
      all.assertAll();
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
    }
  }

  private void replay(Block block, HttpClient client, Context context, BrokerInTest broker)
      throws Exception {
    clock.pass(BETWEEN);
    Message request = block.exchange().get(0);
    Message expected = block.exchange().get(1);
    Message happened = send(request, client, context, URI.create(broker.url()));
    String location = expected.headers().getOrDefault("Location", "");
    if (location.matches("/v2/(subscriptions|registrations)/.*")
        && happened.headers().containsKey("Location")) {
      ids.put(last(location), last(happened.headers().get("Location")));
    }
    String about = block.name() + ": " + request.line() + " " + request.body();
    all.assertThat(inShort(happened)).as(about).isEqualTo(inShort(expected));
    all.assertThat(happened.headers())
        .as(about)
        .containsKey("Date")
        .hasEntrySatisfying(
            "Fiware-Correlator",
            it -> assertThat(it).matches("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}"));
    boolean notifies = request.line().matches("(POST|PUT|PATCH|DELETE) /v2/(entities|op).*");
    while (notifies && !broker.metrics().contains("\nngsi_notifications_under_way 0\n")) {
      Thread.onSpinWait();
    }
  }

  /** As it is: the client of Java takes no bar in a path. */
  private Message send(Message request, HttpClient client, Context context, URI broker)
      throws Exception {
    String[] line = ours(request.line()).split(" ");
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.valueOf(line[0]))
            .setHost(broker.getHost())
            .setPort(broker.getPort())
            .setURI(line[1]);
    request.headers().forEach(options::putHeader);
    Buffer body = Buffer.buffer(ours(request.body()));
    Promise<Message> whole = Promise.promise();
    // On one thread: another one may ask for a body that has come already.
    context.runOnContext(
        now ->
            client
                .request(options)
                .compose(it -> body.length() == 0 ? it.send() : it.send(body))
                .compose(answer -> answer.body().map(it -> message(answer, it)))
                .onComplete(whole));
    return whole.future().toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
  }

  private static Message message(HttpClientResponse answer, Buffer body) {
    String status = Integer.toString(answer.statusCode());
    return new Message(status, headers(answer.headers()), body.toString());
  }

  private static Map<String, String> headers(MultiMap given) {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    given.forEach(headers::put);
    return headers;
  }

  /** With our ids instead of Orion's. */
  private String ours(String text) {
    String ours = text;
    for (Map.Entry<String, String> each : ids.entrySet()) {
      ours = ours.replace(each.getKey(), each.getValue());
    }
    return ours;
  }

  private static String last(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private List<String> inShort(Message answer) {
    List<String> inShort = new ArrayList<>();
    inShort.add(answer.line());
    for (String each : HEADERS_THAT_MATTER) {
      if (answer.headers().containsKey(each)) {
        inShort.add(each + ": " + ours(answer.headers().get(each)));
      }
    }
    inShort.add(ours(answer.body()).replaceAll(TIME, "any time"));
    return inShort;
  }

  /** Those of each subscription; the recorder kept the first ones. */
  private void notifications(Block block, List<ReceiverInTest.Notification> received) {
    Map<String, List<List<String>>> expected =
        block.notifications().stream()
            .collect(
                Collectors.groupingBy(
                    Message::line,
                    Collectors.mapping(
                        it -> inShort(it.line(), it.headers()::get, it.body()),
                        Collectors.toList())));
    Map<String, List<ReceiverInTest.Notification>> happened =
        received.stream().collect(Collectors.groupingBy(it -> it.method() + " " + it.path()));
    all.assertThat(new TreeSet<>(happened.keySet())).containsAll(expected.keySet());
    all.assertThat(block.notifications()).hasSize(60);
    expected.forEach(
        (line, wanted) ->
            all.assertThat(
                    happened.getOrDefault(line, List.of()).stream()
                        .limit(wanted.size())
                        .map(it -> inShort(line, it.headers()::getFirst, it.text()))
                        .toList())
                .as(line)
                .isEqualTo(wanted));
    for (ReceiverInTest.Notification each : received) {
      all.assertThat(each.headers().getFirst("Fiware-Correlator"))
          .matches("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}; cbnotif=\\d+");
    }
  }

  private List<String> inShort(String line, Function<String, String> header, String body) {
    List<String> inShort = new ArrayList<>();
    for (String each : HEADERS_OF_NOTIFICATIONS) {
      inShort.add(each + ": " + header.apply(each));
    }
    inShort.add(
        line.equals("POST /covered")
            ? ours(body)
            : ours(body).replace(OF_ANOTHER_SUBSCRIPTION, ""));
    return inShort;
  }
}
