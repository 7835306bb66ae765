// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter;

import io.opentracing.Span;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetServerOptions;
import java.net.HttpURLConnection;
import org.eclipse.hono.adapter.AbstractProtocolAdapterBase;
import org.eclipse.hono.adapter.ProtocolAdapterProperties;
import org.eclipse.hono.adapter.auth.device.CredentialsApiAuthProvider;
import org.eclipse.hono.adapter.auth.device.usernamepassword.UsernamePasswordAuthProvider;
import org.eclipse.hono.adapter.auth.device.usernamepassword.UsernamePasswordCredentials;
import org.eclipse.hono.client.ClientErrorException;
import org.eclipse.hono.client.command.CommandResponse;
import org.eclipse.hono.service.auth.DeviceUser;
import org.eclipse.hono.service.metric.MicrometerBasedMetrics;
import org.eclipse.hono.util.Constants;
import org.eclipse.hono.util.CredentialsConstants;
import org.eclipse.hono.util.RegistrationAssertion;
import org.eclipse.hono.util.TenantObject;

/**
 * An adapter on Hono's own base of all adapters that knows a device by user name and password. Its
 * connections and requests reach through it what that base has for adapters alone.
 */
public abstract class PasswordAdapter
    extends AbstractProtocolAdapterBase<ProtocolAdapterProperties> {
  private final String type;
  private final MicrometerBasedMetrics metrics;
  private UsernamePasswordAuthProvider passwords;

  /**
   * An adapter that is not started.
   *
   * @param type as tenants name it
   */
  protected PasswordAdapter(String type, MicrometerBasedMetrics metrics) {
    this.type = type;
    this.metrics = metrics;
  }

  /** Opens its port. */
  protected abstract Future<?> listen();

  /** The port that is open; null before it is. */
  protected abstract Integer openPort();

  /** Sets where a server listens, and its TLS if it has one. */
  protected final <O extends NetServerOptions> O listening(O options) {
    if (isSecurePortEnabled()) {
      addTlsKeyCertOptions(options);
      options.setHost(getConfig().getBindAddress()).setPort(getConfig().getPort(0));
    } else {
      options
          .setHost(getConfig().getInsecurePortBindAddress())
          .setPort(getConfig().getInsecurePort());
    }
    return options;
  }

  @Override
  public final String getTypeName() {
    return type;
  }

  @Override
  protected final int getActualPort() {
    return isSecurePortEnabled() ? port() : Constants.PORT_UNCONFIGURED;
  }

  @Override
  protected final int getActualInsecurePort() {
    return isSecurePortEnabled() ? Constants.PORT_UNCONFIGURED : port();
  }

  private int port() {
    Integer open = openPort();
    return open == null ? Constants.PORT_UNCONFIGURED : open;
  }

  @Override
  protected final void doStart(Promise<Void> started) {
    passwords = new UsernamePasswordAuthProvider(getCredentialsClient(), tracer);
    listen().<Void>mapEmpty().onComplete(started);
  }

  /** The device that user name and password are of; null for one that is missing. */
  protected final Future<DeviceUser> authenticated(String user, String password, Span span) {
    UsernamePasswordCredentials credentials =
        user == null || password == null
            ? null
            : passwords.getCredentials(
                new JsonObject()
                    .put(CredentialsConstants.FIELD_USERNAME, user)
                    .put(CredentialsConstants.FIELD_PASSWORD, password));
    if (credentials == null) {
      return Future.failedFuture(
          new ClientErrorException(HttpURLConnection.HTTP_UNAUTHORIZED, "malformed credentials"));
    }
    Promise<DeviceUser> device = Promise.promise();
    getTenantConfiguration(credentials.getTenantId(), span.context())
        .recover(
            error ->
                Future.failedFuture(
                    CredentialsApiAuthProvider.mapNotFoundToBadCredentialsException(error)))
        .compose(this::isAdapterEnabled)
        .onSuccess(enabled -> passwords.authenticate(credentials, span.context(), device))
        .onFailure(device::fail);
    return device.future();
  }

  /** Counters of what it did. */
  public final MicrometerBasedMetrics metrics() {
    return metrics;
  }

  /** Begins the record of an operation. */
  public final Span span(String operation) {
    return tracer.buildSpan(operation).ignoreActiveSpan().start();
  }

  /** Looks a tenant up. */
  public final Future<TenantObject> tenant(String tenant, Span span) {
    return getTenantConfiguration(tenant, span.context());
  }

  /** Sends the answer to a command. */
  public final Future<Void> respond(
      TenantObject tenant, RegistrationAssertion device, CommandResponse response, Span span) {
    return sendCommandResponse(tenant, device, response, span.context());
  }
}
