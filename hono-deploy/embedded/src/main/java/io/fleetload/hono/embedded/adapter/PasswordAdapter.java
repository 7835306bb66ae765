// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter;

import io.opentracing.Span;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetServerOptions;
import java.net.HttpURLConnection;
import java.security.cert.Certificate;
import java.util.function.Supplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.eclipse.hono.adapter.AbstractProtocolAdapterBase;
import org.eclipse.hono.adapter.ProtocolAdapterProperties;
import org.eclipse.hono.adapter.auth.device.AbstractDeviceCredentials;
import org.eclipse.hono.adapter.auth.device.CredentialsApiAuthProvider;
import org.eclipse.hono.adapter.auth.device.DeviceCredentialsAuthProvider;
import org.eclipse.hono.adapter.auth.device.usernamepassword.UsernamePasswordAuthProvider;
import org.eclipse.hono.adapter.auth.device.usernamepassword.UsernamePasswordCredentials;
import org.eclipse.hono.adapter.auth.device.x509.TenantServiceBasedX509Authentication;
import org.eclipse.hono.adapter.auth.device.x509.X509AuthProvider;
import org.eclipse.hono.client.ClientErrorException;
import org.eclipse.hono.client.command.CommandResponse;
import org.eclipse.hono.service.auth.DeviceUser;
import org.eclipse.hono.service.auth.SniExtensionHelper;
import org.eclipse.hono.service.metric.MicrometerBasedMetrics;
import org.eclipse.hono.util.Constants;
import org.eclipse.hono.util.CredentialsConstants;
import org.eclipse.hono.util.RegistrationAssertion;
import org.eclipse.hono.util.TenantObject;

/**
 * An adapter on Hono's own base of all adapters that knows a device by its certificate, or by user
 * name and password. Its connections and requests reach through it what that base has for adapters
 * alone.
 */
public abstract class PasswordAdapter
    extends AbstractProtocolAdapterBase<ProtocolAdapterProperties> {
  private final String type;
  private final int tlsPort;
  private final int plainPort;
  private final MicrometerBasedMetrics metrics;
  private UsernamePasswordAuthProvider passwords;
  private X509AuthProvider subjects;
  private TenantServiceBasedX509Authentication certificates;

  /** Null until it listens. */
  private OpenServer server;

  /**
   * A server that listens.
   *
   * @param port where
   * @param close ends it
   */
  public record OpenServer(int port, Supplier<Future<Void>> close) {}

  /**
   * An adapter that is not started.
   *
   * @param type as tenants name it
   * @param tlsPort Hono's own port with TLS
   * @param plainPort Hono's own port without TLS
   */
  protected PasswordAdapter(
      String type, int tlsPort, int plainPort, MicrometerBasedMetrics metrics) {
    this.type = type;
    this.tlsPort = tlsPort;
    this.plainPort = plainPort;
    this.metrics = metrics;
  }

  /** Starts the server that takes the devices' connections. */
  protected abstract Future<OpenServer> listen();

  /** Sets where a server listens, and its TLS if it has one. */
  protected final <O extends NetServerOptions> O listening(O options) {
    if (isSecurePortEnabled()) {
      addTlsKeyCertOptions(options);
      // Asks for a certificate and takes any: whether it is a device's, the tenant's anchors say.
      addTlsTrustOptions(options);
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
  public final int getPortDefaultValue() {
    return tlsPort;
  }

  @Override
  public final int getInsecurePortDefaultValue() {
    return plainPort;
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
    return server == null ? Constants.PORT_UNCONFIGURED : server.port();
  }

  @Override
  protected final void doStart(Promise<Void> started) {
    passwords = new UsernamePasswordAuthProvider(getCredentialsClient(), tracer);
    subjects = new X509AuthProvider(getCredentialsClient(), tracer);
    certificates = new TenantServiceBasedX509Authentication(getTenantClient(), tracer);
    listen().onSuccess(open -> server = open).<Void>mapEmpty().onComplete(started);
  }

  @Override
  protected final void doStop(Promise<Void> stopped) {
    if (server == null) {
      stopped.complete();
    } else {
      server.close().get().onComplete(stopped);
    }
  }

  /**
   * The device that a certificate is of; as in Hono, user name and password count where it is of
   * none.
   *
   * @param session of its TLS; null for no TLS
   * @param user null for one that is missing
   * @param password likewise
   */
  protected final Future<DeviceUser> authenticated(
      SSLSession session, String user, String password, Span span) {
    Certificate[] path;
    try {
      path = session == null ? new Certificate[0] : session.getPeerCertificates();
    } catch (SSLPeerUnverifiedException e) {
      path = new Certificate[0];
    }
    if (path.length == 0) {
      return authenticated(user, password, span);
    }
    return certificates
        .validateClientCertificate(path, SniExtensionHelper.getHostNames(session), span.context())
        .map(subjects::getCredentials)
        .compose(credentials -> device(subjects, credentials, span))
        .recover(
            error ->
                user == null ? Future.failedFuture(error) : authenticated(user, password, span));
  }

  private Future<DeviceUser> authenticated(String user, String password, Span span) {
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
    return device(passwords, credentials, span);
  }

  private <C extends AbstractDeviceCredentials> Future<DeviceUser> device(
      DeviceCredentialsAuthProvider<C> provider, C credentials, Span span) {
    Promise<DeviceUser> device = Promise.promise();
    getTenantConfiguration(credentials.getTenantId(), span.context())
        .recover(
            error ->
                Future.failedFuture(
                    CredentialsApiAuthProvider.mapNotFoundToBadCredentialsException(error)))
        .compose(this::isAdapterEnabled)
        .onSuccess(enabled -> provider.authenticate(credentials, span.context(), device))
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
