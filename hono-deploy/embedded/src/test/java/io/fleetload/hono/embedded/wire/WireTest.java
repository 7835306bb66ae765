// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.hono.embedded.part.FutureWait;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentracing.Span;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eclipse.hono.client.ServiceInvocationException;
import org.eclipse.hono.client.command.CommandRouterClient;
import org.eclipse.hono.commandrouter.CommandRouterAmqpServer;
import org.eclipse.hono.commandrouter.CommandRouterResult;
import org.eclipse.hono.commandrouter.CommandRouterService;
import org.eclipse.hono.commandrouter.MicrometerBasedCommandRouterMetrics;
import org.eclipse.hono.commandrouter.impl.DelegatingCommandRouterAmqpEndpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a router that takes requests and never answers them. */
class WireTest {

  private static final int CREDIT = 100;

  private final Vertx vertx = Vertx.vertx();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Wire wire =
      new Wire(
          new WireSettings(Duration.ofMillis(500), Duration.ofSeconds(30), 10), Clock.systemUTC());
  private int port;

  @BeforeEach
  void startRouter() throws Exception {
    port =
        FutureWait.on(
            wire.serve(
                vertx,
                new CommandRouterAmqpServer(),
                List.of(new DelegatingCommandRouterAmqpEndpoint<>(vertx, new Stuck())),
                0));
  }

  @AfterEach
  void stopRouter() throws Exception {
    FutureWait.on(vertx.close());
  }

  private CommandRouterClient client(Service service) throws Exception {
    CommandRouterClient client =
        wire.clients(service, vertx, new MicrometerBasedCommandRouterMetrics(meters, vertx))
            .router(port);
    FutureWait.on(client.start());
    return client;
  }

  /** Once the loop has done the rest of its turn, in which it counts what it has told. */
  private Throwable failureOf(Future<Void> request) throws Exception {
    Promise<Throwable> failure = Promise.promise();
    request.onComplete(
        answer ->
            vertx.getOrCreateContext().runOnContext(next -> failure.complete(answer.cause())));
    return FutureWait.on(failure.future());
  }

  private static Future<Void> request(CommandRouterClient client, int device) {
    return client.registerCommandConsumer(
        "T", "d" + device, false, "adapter", Duration.ofSeconds(1), null);
  }

  @Test
  void aRequestWithoutAnswerTimesOutAndOneWithoutCreditFailsAtOnceBothAs503() throws Exception {
    CommandRouterClient client = client(Service.COAP_ADAPTER);
    Throwable first = failureOf(request(client, 0));
    assertThat(first).hasMessage("request timed out after 500ms");
    assertThat(ServiceInvocationException.extractStatusCode(first)).isEqualTo(503);

    List<Future<Void>> more =
        IntStream.rangeClosed(1, CREDIT).mapToObj(i -> request(client, i)).toList();

    Throwable last = failureOf(more.get(CREDIT - 1));
    assertThat(last).hasMessage("no credit available for sending request");
    assertThat(ServiceInvocationException.extractStatusCode(last)).isEqualTo(503);
    for (Future<Void> each : more.subList(0, CREDIT - 1)) {
      assertThat(failureOf(each)).hasMessageContaining("timed out");
    }
    assertThat(counted("hono.amqp.timeout")).isEqualTo(CREDIT);
    assertThat(counted("hono.amqp.nocredit")).isEqualTo(1);
  }

  private double counted(String name) {
    return meters.get(name).tag("tenant", "T").tag("type", "cmd_router").counter().count();
  }

  @Test
  void aServiceReachesOnlyTheEndpointsThatItNeeds() throws Exception {
    Throwable refused = failureOf(request(client(Service.COMMAND_ROUTER), 1));

    assertThat(ServiceInvocationException.extractStatusCode(refused)).isEqualTo(403);
  }

  private static final class Stuck implements CommandRouterService {
    private static Future<CommandRouterResult> never() {
      return Promise.<CommandRouterResult>promise().future();
    }

    @Override
    public Future<CommandRouterResult> setLastKnownGatewayForDevice(
        String tenant, String device, String gateway, Span span) {
      return never();
    }

    @Override
    public Future<CommandRouterResult> setLastKnownGatewayForDevice(
        String tenant, Map<String, String> gateways, Span span) {
      return never();
    }

    @Override
    public Future<CommandRouterResult> registerCommandConsumer(
        String tenant, String device, boolean event, String adapter, Duration span, Span trace) {
      return never();
    }

    @Override
    public Future<CommandRouterResult> unregisterCommandConsumer(
        String tenant, String device, boolean event, String adapter, Span span) {
      return never();
    }

    @Override
    public Future<CommandRouterResult> enableCommandRouting(List<String> tenants, Span span) {
      return never();
    }
  }
}
