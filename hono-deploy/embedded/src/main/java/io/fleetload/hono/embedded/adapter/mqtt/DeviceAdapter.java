// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter.mqtt;

import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.opentracing.Span;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import io.vertx.mqtt.MqttAuth;
import io.vertx.mqtt.MqttEndpoint;
import io.vertx.mqtt.MqttServer;
import io.vertx.mqtt.MqttServerOptions;
import java.net.HttpURLConnection;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.hono.adapter.AbstractProtocolAdapterBase;
import org.eclipse.hono.adapter.AdapterConnectionsExceededException;
import org.eclipse.hono.adapter.AuthorizationException;
import org.eclipse.hono.adapter.ProtocolAdapterProperties;
import org.eclipse.hono.adapter.auth.device.usernamepassword.UsernamePasswordAuthProvider;
import org.eclipse.hono.adapter.auth.device.usernamepassword.UsernamePasswordCredentials;
import org.eclipse.hono.auth.Device;
import org.eclipse.hono.client.ClientErrorException;
import org.eclipse.hono.client.ServiceInvocationException;
import org.eclipse.hono.client.command.CommandResponse;
import org.eclipse.hono.service.auth.DeviceUser;
import org.eclipse.hono.service.metric.MetricsTags.ConnectionAttemptOutcome;
import org.eclipse.hono.service.metric.MicrometerBasedMetrics;
import org.eclipse.hono.util.Constants;
import org.eclipse.hono.util.CredentialsConstants;
import org.eclipse.hono.util.RegistrationAssertion;
import org.eclipse.hono.util.ResourceIdentifier;
import org.eclipse.hono.util.TenantObject;

/**
 * Admits devices that connect with user name and password, as Hono's adapter does: the same checks
 * in the same order, and the same return codes. Sessions are never kept, and wills are ignored.
 */
final class DeviceAdapter extends AbstractProtocolAdapterBase<ProtocolAdapterProperties> {
  /** Room that Hono leaves for a packet's header and topic. */
  private static final int HEADER_BYTES = 128;

  private static final int TLS_PORT = 8883;
  private static final int PLAIN_PORT = 1883;

  private final MicrometerBasedMetrics metrics;
  private MqttServer server;
  private UsernamePasswordAuthProvider passwords;

  DeviceAdapter(MicrometerBasedMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public String getTypeName() {
    return Constants.PROTOCOL_ADAPTER_TYPE_MQTT;
  }

  @Override
  public int getPortDefaultValue() {
    return TLS_PORT;
  }

  @Override
  public int getInsecurePortDefaultValue() {
    return PLAIN_PORT;
  }

  @Override
  protected int getActualPort() {
    return Constants.PORT_UNCONFIGURED;
  }

  @Override
  protected int getActualInsecurePort() {
    return server == null ? Constants.PORT_UNCONFIGURED : server.actualPort();
  }

  @Override
  protected void doStart(Promise<Void> started) {
    passwords = new UsernamePasswordAuthProvider(getCredentialsClient(), tracer);
    server =
        MqttServer.create(
                vertx,
                new MqttServerOptions()
                    .setHost(getConfig().getInsecurePortBindAddress())
                    .setPort(getConfig().getInsecurePort())
                    .setMaxMessageSize(getConfig().getMaxPayloadSize() + HEADER_BYTES))
            .endpointHandler(this::connect);
    server.listen().<Void>mapEmpty().onComplete(started);
  }

  @Override
  protected void doStop(Promise<Void> stopped) {
    if (server == null) {
      stopped.complete();
    } else {
      server.close().onComplete(stopped);
    }
  }

  private void connect(MqttEndpoint endpoint) {
    Span span = span("CONNECT");
    AtomicBoolean left = new AtomicBoolean();
    // Until the device is admitted; its connection then has a handler of its own.
    endpoint.closeHandler(closed -> left.set(true));
    admitted(endpoint, left, span)
        .onSuccess(
            device -> {
              metrics.incrementConnections(device.getTenantId());
              DeviceConnection.serve(this, endpoint, device);
              endpoint.accept(false);
              metrics.reportConnectionAttempt(
                  ConnectionAttemptOutcome.SUCCEEDED, device.getTenantId());
            })
        .onFailure(
            refusal -> {
              metrics.reportConnectionAttempt(getOutcome(refusal), tenantOf(refusal));
              reject(endpoint, code(refusal));
            })
        .onComplete(done -> span.finish());
  }

  private Future<DeviceUser> admitted(MqttEndpoint endpoint, AtomicBoolean left, Span span) {
    if (metrics.getNumberOfConnections() >= getConfig().getMaxConnections()) {
      return Future.failedFuture(
          new AdapterConnectionsExceededException(null, "too many connections", null));
    }
    return authenticated(endpoint.auth(), span)
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

  private Future<DeviceUser> authenticated(MqttAuth given, Span span) {
    UsernamePasswordCredentials credentials =
        given == null || given.getUsername() == null || given.getPassword() == null
            ? null
            : passwords.getCredentials(
                new JsonObject()
                    .put(CredentialsConstants.FIELD_USERNAME, given.getUsername())
                    .put(CredentialsConstants.FIELD_PASSWORD, given.getPassword()));
    if (credentials == null) {
      return Future.failedFuture(
          new ClientErrorException(HttpURLConnection.HTTP_UNAUTHORIZED, "malformed credentials"));
    }
    Promise<DeviceUser> device = Promise.promise();
    getTenantConfiguration(credentials.getTenantId(), span.context())
        .compose(this::isAdapterEnabled)
        .onSuccess(enabled -> passwords.authenticate(credentials, span.context(), device))
        .onFailure(device::fail);
    return device.future();
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

  MicrometerBasedMetrics metrics() {
    return metrics;
  }

  Span span(String operation) {
    return tracer.buildSpan(operation).ignoreActiveSpan().start();
  }

  Future<TenantObject> tenant(String tenant, Span span) {
    return getTenantConfiguration(tenant, span.context());
  }

  /** The address with the device's own tenant and name where the topic leaves them out. */
  Future<ResourceIdentifier> addressOf(ResourceIdentifier topic, Device device) {
    return validateAddress(topic, device);
  }

  Future<Boolean> endsConnection(Throwable error, String deviceId, Device device, Span span) {
    return isTerminalError(error, deviceId, device, span.context());
  }

  Future<Void> respond(
      TenantObject tenant, RegistrationAssertion device, CommandResponse response, Span span) {
    return sendCommandResponse(tenant, device, response, span.context());
  }
}
