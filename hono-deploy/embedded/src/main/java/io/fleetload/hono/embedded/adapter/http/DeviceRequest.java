// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter.http;

import io.opentracing.Span;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.hono.adapter.MapBasedTelemetryExecutionContext;
import org.eclipse.hono.client.ClientErrorException;
import org.eclipse.hono.service.auth.DeviceUser;
import org.eclipse.hono.service.metric.MetricsTags.EndpointType;
import org.eclipse.hono.util.Constants;
import org.eclipse.hono.util.QoS;

/** A device's request. Its query may have what headers have, but for the QoS. */
final class DeviceRequest extends MapBasedTelemetryExecutionContext {
  private static final int NO_STATUS = -1;

  private final HttpServerRequest request;
  private final Resource resource;
  private final Buffer content;
  private final DeviceUser device;
  private int ttd;

  DeviceRequest(
      HttpServerRequest request, Resource resource, Buffer content, Span span, DeviceUser device) {
    super(span, device);
    this.request = request;
    this.resource = resource;
    this.content = content;
    this.device = device;
    this.ttd = (int) number(Constants.HEADER_TIME_TILL_DISCONNECT).orElse(0L).longValue();
  }

  /** Itself; fails with the status of what is wrong with it. */
  Future<DeviceRequest> checked(int mostBytes) {
    int status = HttpURLConnection.HTTP_OK;
    if (content.length() > mostBytes) {
      status = HttpURLConnection.HTTP_ENTITY_TOO_LARGE;
    } else if (resource.tenant() != null && !resource.tenant().equals(device.getTenantId())) {
      status = HttpURLConnection.HTTP_FORBIDDEN;
    } else if (getRequestedQos() == null
        || (endpoint() == EndpointType.EVENT && getRequestedQos() != QoS.AT_LEAST_ONCE)) {
      status = HttpURLConnection.HTTP_BAD_REQUEST;
    }
    return status == HttpURLConnection.HTTP_OK
        ? Future.succeededFuture(this)
        : Future.failedFuture(new ClientErrorException(status));
  }

  private Optional<String> given(String name) {
    return Optional.ofNullable(request.getHeader(name))
        .or(() -> Optional.ofNullable(request.getParam(name)));
  }

  private Optional<Long> number(String name) {
    return given(name).filter(text -> text.matches("\\d{1,9}")).map(Long::parseLong);
  }

  Resource resource() {
    return resource;
  }

  EndpointType endpoint() {
    return resource.endpoint();
  }

  String tenant() {
    return device.getTenantId();
  }

  /** The device that it is about, which is not that which sends it where that is a gateway. */
  String deviceId() {
    return resource.device() == null ? device.getDeviceId() : resource.device();
  }

  /** Returns whether a gateway sends it in the name of a device. */
  boolean isOfGateway() {
    return !deviceId().equals(device.getDeviceId());
  }

  Buffer content() {
    return content;
  }

  /** Type of its content; null for none. */
  String contentType() {
    return request.getHeader("Content-Type");
  }

  HttpServerResponse response() {
    return request.response();
  }

  /** Seconds that it waits for a command; 0 if it does not. */
  int ttd() {
    return ttd;
  }

  void waits(int seconds) {
    ttd = seconds;
  }

  /** Status of the answer to a command; one that no command has if it is missing. */
  int responseStatus() {
    return number(Constants.HEADER_COMMAND_RESPONSE_STATUS).map(Long::intValue).orElse(NO_STATUS);
  }

  int qos() {
    return getRequestedQos() == QoS.AT_LEAST_ONCE ? 1 : 0;
  }

  /** Null for a QoS that Hono does not have. */
  @Override
  public QoS getRequestedQos() {
    String level = request.getHeader(Constants.HEADER_QOS_LEVEL);
    if (level == null || level.isEmpty()) {
      return endpoint() == EndpointType.EVENT ? QoS.AT_LEAST_ONCE : QoS.AT_MOST_ONCE;
    }
    return switch (level) {
      case "0" -> QoS.AT_MOST_ONCE;
      case "1" -> QoS.AT_LEAST_ONCE;
      default -> null;
    };
  }

  @Override
  public Optional<Duration> getTimeToLive() {
    return endpoint() == EndpointType.EVENT
        ? number(Constants.HEADER_TIME_TO_LIVE).map(Duration::ofSeconds)
        : Optional.empty();
  }

  @Override
  public String getOrigAddress() {
    return request.uri();
  }
}
