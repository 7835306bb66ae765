package io.fleetload.hono.embedded.router;

import io.opentracing.Span;
import io.opentracing.SpanContext;
import io.opentracing.noop.NoopSpan;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.eclipse.hono.client.command.CommandRouterClient;
import org.eclipse.hono.client.util.StatusCodeMapper;
import org.eclipse.hono.commandrouter.CommandRouterResult;
import org.eclipse.hono.commandrouter.CommandRouterService;

/**
 * Calls the router on its own context and answers on the caller's: the two threads meet nowhere
 * else.
 */
final class InProcessRouterClient implements CommandRouterClient {

  private static final Span UNTRACED = NoopSpan.INSTANCE;

  private final Vertx vertx;
  private final Context routerLoop;
  private final CommandRouterService router;

  InProcessRouterClient(Vertx vertx, Context routerLoop, CommandRouterService router) {
    this.vertx = vertx;
    this.routerLoop = routerLoop;
    this.router = router;
  }

  private Future<Void> call(Supplier<Future<CommandRouterResult>> request) {
    Context caller = vertx.getOrCreateContext();
    Promise<Void> answer = Promise.promise();
    routerLoop.runOnContext(
        go ->
            request
                .get()
                .onComplete(result -> caller.runOnContext(back -> complete(answer, result))));
    return answer.future();
  }

  private static void complete(Promise<Void> answer, AsyncResult<CommandRouterResult> result) {
    if (result.failed()) {
      answer.fail(result.cause());
    } else if (result.result().isError()) {
      answer.fail(StatusCodeMapper.from(result.result()));
    } else {
      answer.complete();
    }
  }

  @Override
  public Future<Void> setLastKnownGatewayForDevice(
      String tenant, String device, String gateway, SpanContext context) {
    return call(() -> router.setLastKnownGatewayForDevice(tenant, device, gateway, UNTRACED));
  }

  @Override
  public Future<Void> registerCommandConsumer(
      String tenant,
      String device,
      boolean sendEvent,
      String adapterInstance,
      Duration lifespan,
      SpanContext context) {
    return call(
        () ->
            router.registerCommandConsumer(
                tenant, device, sendEvent, adapterInstance, lifespan, UNTRACED));
  }

  @Override
  public Future<Void> unregisterCommandConsumer(
      String tenant,
      String device,
      boolean sendEvent,
      String adapterInstance,
      SpanContext context) {
    return call(
        () ->
            router.unregisterCommandConsumer(tenant, device, sendEvent, adapterInstance, UNTRACED));
  }

  @Override
  public Future<Void> enableCommandRouting(List<String> tenants, SpanContext context) {
    return call(() -> router.enableCommandRouting(tenants, UNTRACED));
  }

  @Override
  public Future<Void> start() {
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> stop() {
    return Future.succeededFuture();
  }
}
