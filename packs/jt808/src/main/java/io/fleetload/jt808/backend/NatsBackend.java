// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.backend;

import io.fleetload.driver.ArrivalBook;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.profile.Jt808Target;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLException;

/** Receives what the platform publishes to NATS. */
public final class NatsBackend implements BackendDriver {
  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(5);
  private static final Duration PING = Duration.ofSeconds(2);

  /** The client's log of its connections; their listener gets the same. */
  private static final Logger CLIENT = Logger.getLogger("io.nats.client");

  private final Jt808Profile profile;
  private final RunClock clock;

  public NatsBackend(Jt808Profile profile, RunClock clock) {
    this.profile = profile;
    this.clock = clock;
  }

  @Override
  public Reception open(ArrivalBook book, BackendWatch watch)
      throws TargetException, UsageException, InterruptedException {
    if (book.runId() == null) {
      throw new UsageException(
          "--run-id: is missing; locations have no room for the whole run id; give the backend the"
              + " one that the device simulator has");
    }
    CLIENT.setLevel(Level.OFF);
    Losses losses = new Losses();
    Connection connection;
    try {
      connection = Nats.connect(options(losses));
    } catch (AuthenticationException e) {
      throw new TargetException(
          "NATS at %s does not let the backend in: write who it is in target.natsLogin"
              .formatted(profile.target().nats()));
    } catch (IOException e) {
      throw unreachable(losses.firstFailure().orElse(e));
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new UsageException("target.nats: " + e.getMessage());
    }
    NatsReception reception = null;
    try {
      Store store = Store.of(profile, connection, book, clock);
      reception = new NatsReception(profile, connection, losses, book, watch, clock, store);
      reception.begin();
      return reception;
    } catch (TargetException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private TargetException unreachable(Exception first) {
    Jt808Target target = profile.target();
    String key = "target.nats";
    Throwable why = first;
    for (; why.getCause() != null; why = why.getCause()) {
      key = why instanceof SSLException ? "target.natsTls" : key;
    }
    String said = why.getMessage();
    if (why instanceof CertPathBuilderException) {
      said = "its certificate comes from no authority that the backend trusts";
      key = "target.natsTls.trust";
    } else if (why instanceof TimeoutException) {
      said = "it did not answer within " + LONGEST_CONNECT.toSeconds() + " s";
      // Who wants a certificate and gets none hangs up, of which the client notices nothing.
      key += target.showsNoCertificate() ? ", or target.natsTls.certificate if it wants one" : "";
    } else if (said == null) {
      said = "it does not speak as NATS does (%s)".formatted(why.getClass().getSimpleName());
    }
    return new TargetException(
        "NATS at %s is not reachable: %s (%s)".formatted(target.nats(), said, key));
  }

  private Options options(Losses losses) throws UsageException {
    Jt808Target.Login login = profile.target().natsLogin();
    Options.Builder options =
        new Options.Builder()
            .server(profile.target().nats())
            .connectionTimeout(LONGEST_CONNECT)
            .pingInterval(PING)
            .maxReconnects(-1)
            .reconnectWait(Duration.ofMillis(200))
            .dataPortType(BoundedDataPort.class.getName())
            .connectionListener(losses)
            .errorListener(losses);
    profile.target().tls().ifPresent(options::sslContext);
    if (login != null && login.token() != null) {
      options.token(login.token().toCharArray());
    } else if (login != null) {
      options.userInfo(login.user(), login.password() == null ? "" : login.password());
    }
    return options.build();
  }
}
