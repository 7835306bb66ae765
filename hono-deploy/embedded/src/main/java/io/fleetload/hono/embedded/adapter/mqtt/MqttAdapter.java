// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter.mqtt;

import io.fleetload.hono.embedded.adapter.PasswordAdapter;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.opentracing.Span;
import io.vertx.core.Future;
import io.vertx.mqtt.MqttAuth;
import io.vertx.mqtt.MqttEndpoint;
import io.vertx.mqtt.MqttServer;
import io.vertx.mqtt.MqttServerOptions;
import java.net.HttpURLConnection;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.hono.adapter.AdapterConnectionsExceededException;
import org.eclipse.hono.adapter.AuthorizationException;
import org.eclipse.hono.auth.Device;
import org.eclipse.hono.client.ServerErrorException;
import org.eclipse.hono.client.ServiceInvocationException;
import org.eclipse.hono.service.auth.DeviceUser;
import org.eclipse.hono.service.metric.MetricsTags.ConnectionAttemptOutcome;
import org.eclipse.hono.service.metric.MicrometerBasedMetrics;
import org.eclipse.hono.util.Constants;
import org.eclipse.hono.util.ResourceIdentifier;

/**
 * Admits devices that connect with user name and password, as Hono's adapter does: the same checks
 * in the same order, and the same return codes. Sessions are never kept, and wills are ignored.
 */
public final class MqttAdapter extends PasswordAdapter {
  /** Room that Hono leaves for a packet's header and topic. */
  private static final int HEADER_BYTES = 128;

  private static final int TLS_PORT = 8883;
  private static final int PLAIN_PORT = 1883;

  /** An adapter that is not started. */
  public MqttAdapter(MicrometerBasedMetrics metrics) {
    super(Constants.PROTOCOL_ADAPTER_TYPE_MQTT, TLS_PORT, PLAIN_PORT, metrics);
  }

  @Override
  protected Future<OpenServer> listen() {
    return MqttServer.create(
            vertx,
            listening(new MqttServerOptions())
                .setMaxMessageSize(getConfig().getMaxPayloadSize() + HEADER_BYTES))
        .endpointHandler(this::connect)
        .listen()
        .map(open -> new OpenServer(open.actualPort(), open::close));
  }

  private void connect(MqttEndpoint endpoint) {
    Span span = span("CONNECT");
    AtomicBoolean left = new AtomicBoolean();
    // Until the device is admitted; its connection then has a handler of its own.
    endpoint.closeHandler(closed -> left.set(true));
    admitted(endpoint, left, span)
        .compose(
            device -> {
              metrics().incrementConnections(device.getTenantId());
              DeviceConnection.serve(this, endpoint, device);
              return announced(endpoint, device, span);
            })
        .onSuccess(
            device -> {
              endpoint.accept(false);
              metrics()
                  .reportConnectionAttempt(
                      ConnectionAttemptOutcome.SUCCEEDED, device.getTenantId());
            })
        .onFailure(
            refusal -> {
              metrics().reportConnectionAttempt(getOutcome(refusal), tenantOf(refusal));
              reject(endpoint, code(refusal));
            })
        .onComplete(done -> span.finish());
  }

  /** A device that cannot be announced is not accepted. */
  private Future<DeviceUser> announced(MqttEndpoint endpoint, DeviceUser device, Span span) {
    return sendConnectedEvent(endpoint.clientIdentifier(), device, span.context())
        .map(device)
        .recover(
            error ->
                Future.failedFuture(
                    new ServerErrorException(
                        HttpURLConnection.HTTP_UNAVAILABLE, "no connection event", error)));
  }

  /** Announces that a device has left. As in Hono, what comes of it changes nothing. */
  void left(MqttEndpoint endpoint, DeviceUser device) {
    Span span = span("CLOSE");
    sendDisconnectedEvent(endpoint.clientIdentifier(), device, span.context())
        .onComplete(done -> span.finish());
  }

  private Future<DeviceUser> admitted(MqttEndpoint endpoint, AtomicBoolean left, Span span) {
    if (metrics().getNumberOfConnections() >= getConfig().getMaxConnections()) {
      return Future.failedFuture(
          new AdapterConnectionsExceededException(null, "too many connections", null));
    }
    MqttAuth given = endpoint.auth();
    return authenticated(
            endpoint.isSsl() ? endpoint.sslSession() : null,
            given == null ? null : given.getUsername(),
            given == null ? null : given.getPassword(),
            span)
        .compose(
            device ->
                getTenantConfiguration(device.getTenantId(), span.context())
                    .compose(
                        tenant ->
                            Future.all(
                                isAdapterEnabled(tenant),
                                checkConnectionLimit(tenant, span.context())))
                    .compose(enabled -> checkDeviceRegistration(device, span.context()))
                    .map(device))
        .compose(
            device ->
                left.get()
                    ? Future.failedFuture("the device closed the connection")
                    : Future.succeededFuture(device));
  }

  /** Says what Hono's adapter says for each reason. */
  private static MqttConnectReturnCode code(Throwable refusal) {
    if (refusal instanceof AdapterConnectionsExceededException) {
      return MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE;
    }
    if (refusal instanceof AuthorizationException
        || !(refusal instanceof ServiceInvocationException reason)) {
      return MqttConnectReturnCode.CONNECTION_REFUSED_NOT_AUTHORIZED;
    }
    return switch (reason.getErrorCode()) {
      case HttpURLConnection.HTTP_UNAUTHORIZED, HttpURLConnection.HTTP_NOT_FOUND ->
          MqttConnectReturnCode.CONNECTION_REFUSED_BAD_USER_NAME_OR_PASSWORD;
      case HttpURLConnection.HTTP_UNAVAILABLE ->
          MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE;
      default -> MqttConnectReturnCode.CONNECTION_REFUSED_NOT_AUTHORIZED;
    };
  }

  private static String tenantOf(Throwable refusal) {
    return refusal instanceof ServiceInvocationException reason ? reason.getTenant() : null;
  }

  private static void reject(MqttEndpoint endpoint, MqttConnectReturnCode code) {
    try {
      endpoint.reject(code);
    } catch (IllegalStateException e) {
      // The device has closed the connection, so there is no one to tell.
    }
  }

  /** The address with the device's own tenant and name where the topic leaves them out. */
  Future<ResourceIdentifier> addressOf(ResourceIdentifier topic, Device device) {
    return validateAddress(topic, device);
  }

  Future<Boolean> endsConnection(Throwable error, String deviceId, Device device, Span span) {
    return isTerminalError(error, deviceId, device, span.context());
  }
}
