// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter.http;

import io.fleetload.hono.embedded.adapter.PasswordAdapter;
import io.micrometer.core.instrument.Timer.Sample;
import io.opentracing.Span;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.eclipse.hono.adapter.AbstractProtocolAdapterBase;
import org.eclipse.hono.client.ClientErrorException;
import org.eclipse.hono.client.ServiceInvocationException;
import org.eclipse.hono.client.command.Command;
import org.eclipse.hono.client.command.CommandContext;
import org.eclipse.hono.client.command.CommandResponse;
import org.eclipse.hono.service.auth.DeviceUser;
import org.eclipse.hono.service.metric.MetricsTags.Direction;
import org.eclipse.hono.service.metric.MetricsTags.EndpointType;
import org.eclipse.hono.service.metric.MetricsTags.ProcessingOutcome;
import org.eclipse.hono.service.metric.MetricsTags.QoS;
import org.eclipse.hono.service.metric.MetricsTags.TtdStatus;
import org.eclipse.hono.service.metric.MicrometerBasedMetrics;
import org.eclipse.hono.util.CommandConstants;
import org.eclipse.hono.util.Constants;
import org.eclipse.hono.util.MessageHelper;
import org.eclipse.hono.util.RegistrationAssertion;
import org.eclipse.hono.util.TenantObject;

/**
 * Takes the requests of devices, as Hono's adapter does: the same resources, checks and statuses.
 * It answers no preflight requests of browsers.
 */
public final class HttpAdapter extends PasswordAdapter {
  private static final int TLS_PORT = 8443;
  private static final int PLAIN_PORT = 8080;

  /** Seconds after which Hono closes a connection on which nothing happens. */
  private static final int IDLE_SECONDS = 75;

  /** The most that Hono lets a request wait for a command, of {@link #IDLE_SECONDS}. */
  private static final int MOST_WAIT_SECONDS = IDLE_SECONDS * 80 / 100;

  private static final String BASIC = "Basic ";

  /** An adapter that is not started. */
  public HttpAdapter(MicrometerBasedMetrics metrics) {
    super(Constants.PROTOCOL_ADAPTER_TYPE_HTTP, TLS_PORT, PLAIN_PORT, metrics);
  }

  @Override
  protected Future<OpenServer> listen() {
    return vertx
        .createHttpServer(listening(new HttpServerOptions()).setIdleTimeout(IDLE_SECONDS))
        .requestHandler(this::serve)
        .listen()
        .map(open -> new OpenServer(open.actualPort(), open::close));
  }

  private void serve(HttpServerRequest request) {
    Span span = span("REQUEST");
    Sample timer = metrics().startTimer();
    Future<Buffer> body = request.body();
    Resource.of(request)
        .compose(
            resource ->
                device(request, span)
                    .compose(
                        device ->
                            body.compose(
                                content -> {
                                  DeviceRequest asked =
                                      new DeviceRequest(request, resource, content, span, device);
                                  return asked.checked(getConfig().getMaxPayloadSize());
                                })))
        .compose(
            asked -> asked.resource().isResponse() ? respond(asked, timer) : upload(asked, timer))
        .onFailure(error -> refuse(request.response(), error))
        .onComplete(done -> span.finish());
  }

  private Future<DeviceUser> device(HttpServerRequest request, Span span) {
    String given = request.getHeader("Authorization");
    if (given == null || !given.startsWith(BASIC)) {
      return authenticated(request.sslSession(), null, null, span);
    }
    String pair;
    try {
      byte[] decoded = Base64.getDecoder().decode(given.substring(BASIC.length()));
      pair = new String(decoded, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return Future.failedFuture(new ClientErrorException(HttpURLConnection.HTTP_BAD_REQUEST));
    }
    int colon = pair.indexOf(':');
    return colon < 0
        ? authenticated(request.sslSession(), null, null, span)
        : authenticated(
            request.sslSession(), pair.substring(0, colon), pair.substring(colon + 1), span);
  }

  private Future<Void> upload(DeviceRequest asked, Sample timer) {
    return tenant(asked.tenant(), asked.getTracingSpan())
        .compose(
            tenant ->
                asserted(asked, tenant)
                    .compose(
                        device ->
                            wait(asked, tenant)
                                .compose(
                                    wait ->
                                        send(asked, tenant, device)
                                            .onFailure(failed -> wait.end())
                                            .compose(sent -> wait.command())
                                            .onSuccess(command -> answer(asked, command, tenant))))
                    .onComplete(
                        done ->
                            metrics()
                                .reportTelemetry(
                                    asked.endpoint(),
                                    tenant.getTenantId(),
                                    tenant,
                                    outcome(done.cause()),
                                    QoS.from(asked.qos()),
                                    asked.content().length(),
                                    ttd(asked, done.result()),
                                    timer)))
        .mapEmpty();
  }

  /** Hono's own mapping knows failures alone. */
  private static ProcessingOutcome outcome(Throwable failure) {
    return failure == null ? ProcessingOutcome.FORWARDED : ProcessingOutcome.from(failure);
  }

  private static TtdStatus ttd(DeviceRequest asked, Optional<CommandContext> command) {
    if (asked.ttd() <= 0 || command == null) {
      return TtdStatus.NONE;
    }
    return command.isPresent() ? TtdStatus.COMMAND : TtdStatus.EXPIRED;
  }

  private Future<RegistrationAssertion> asserted(DeviceRequest asked, TenantObject tenant) {
    return Future.all(
            isAdapterEnabled(tenant),
            checkMessageLimit(tenant, asked.content().length(), asked.getTracingContext()))
        .compose(
            enabled ->
                getRegistrationAssertion(
                    tenant.getTenantId(),
                    asked.deviceId(),
                    asked.getAuthenticatedDevice(),
                    asked.getTracingContext()));
  }

  /** Begins to wait for a command, as long as the request, the tenant and Hono allow. */
  private Future<CommandWait> wait(DeviceRequest asked, TenantObject tenant) {
    int seconds =
        Math.min(
            Math.min(asked.ttd(), MOST_WAIT_SECONDS),
            tenant.getMaxTimeUntilDisconnect(getTypeName()));
    asked.waits(seconds);
    return seconds <= 0
        ? Future.succeededFuture(CommandWait.NONE)
        : CommandWait.begin(this, asked, tenant);
  }

  Future<?> isWithinLimit(TenantObject tenant, CommandContext command) {
    return checkMessageLimit(
        tenant, command.getCommand().getPayloadSize(), command.getTracingContext());
  }

  private Future<Void> send(
      DeviceRequest asked, TenantObject tenant, RegistrationAssertion device) {
    String type = asked.contentType();
    if (!AbstractProtocolAdapterBase.isPayloadOfIndicatedType(asked.content(), type)) {
      return Future.failedFuture(
          new ClientErrorException(
              HttpURLConnection.HTTP_BAD_REQUEST, "the content type is of another payload"));
    }
    Map<String, Object> properties = getDownstreamMessageProperties(asked);
    properties.put(MessageHelper.APP_PROPERTY_QOS, asked.qos());
    if (asked.ttd() > 0) {
      properties.put(CommandConstants.MSG_PROPERTY_DEVICE_TTD, asked.ttd());
    }
    return asked.endpoint() == EndpointType.EVENT
        ? getEventSender(tenant)
            .sendEvent(tenant, device, type, asked.content(), properties, asked.getTracingContext())
        : getTelemetrySender(tenant)
            .sendTelemetry(
                tenant,
                device,
                asked.getRequestedQos(),
                type,
                asked.content(),
                properties,
                asked.getTracingContext());
  }

  private void answer(DeviceRequest asked, Optional<CommandContext> given, TenantObject tenant) {
    HttpServerResponse response = asked.response();
    if (given.isEmpty()) {
      if (!response.closed()) {
        response.setStatusCode(HttpURLConnection.HTTP_ACCEPTED).end();
      }
      return;
    }
    Command command = given.get().getCommand();
    response.putHeader(Constants.HEADER_COMMAND, command.getName());
    if (!command.isOneWay()) {
      response.putHeader(Constants.HEADER_COMMAND_REQUEST_ID, command.getRequestId());
    }
    if (command.isTargetedAtGateway()) {
      response.putHeader(Constants.HEADER_COMMAND_TARGET_DEVICE, command.getDeviceId());
    }
    if (command.getContentType() != null) {
      response.putHeader("Content-Type", command.getContentType());
    }
    Buffer payload = Optional.ofNullable(command.getPayload()).orElseGet(Buffer::buffer);
    response
        .end(payload)
        .onComplete(
            done -> {
              if (done.succeeded()) {
                given.get().accept();
              } else {
                given.get().release(done.cause());
              }
              count(command, tenant, done.succeeded());
            });
  }

  private void count(Command command, TenantObject tenant, boolean delivered) {
    metrics()
        .reportCommand(
            command.isOneWay() ? Direction.ONE_WAY : Direction.REQUEST,
            tenant.getTenantId(),
            tenant,
            delivered ? ProcessingOutcome.FORWARDED : ProcessingOutcome.UNDELIVERABLE,
            command.getPayloadSize(),
            metrics().startTimer());
  }

  private Future<Void> respond(DeviceRequest asked, Sample timer) {
    CommandResponse response =
        CommandResponse.fromRequestId(
            asked.resource().request(),
            asked.tenant(),
            asked.deviceId(),
            asked.content(),
            asked.contentType(),
            asked.responseStatus());
    if (response == null) {
      return Future.failedFuture(
          new ClientErrorException(
              HttpURLConnection.HTTP_BAD_REQUEST, "no request id or no status"));
    }
    return tenant(asked.tenant(), asked.getTracingSpan())
        .compose(
            tenant ->
                asserted(asked, tenant)
                    .compose(device -> respond(tenant, device, response, asked.getTracingSpan()))
                    .onComplete(
                        done ->
                            metrics()
                                .reportCommand(
                                    Direction.RESPONSE,
                                    tenant.getTenantId(),
                                    tenant,
                                    outcome(done.cause()),
                                    asked.content().length(),
                                    timer)))
        .onSuccess(sent -> asked.response().setStatusCode(HttpURLConnection.HTTP_ACCEPTED).end());
  }

  private static void refuse(HttpServerResponse response, Throwable error) {
    if (response.ended() || response.closed()) {
      return;
    }
    int status =
        error instanceof ServiceInvocationException refusal
            ? refusal.getErrorCode()
            : HttpURLConnection.HTTP_INTERNAL_ERROR;
    if (status == HttpURLConnection.HTTP_UNAVAILABLE) {
      response.putHeader("Retry-After", "2");
    }
    response
        .setStatusCode(status)
        .putHeader("Content-Type", "application/json")
        .end(new JsonObject().put("error", error.getMessage()).toBuffer());
  }
}
