// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.process.PemFile;
import io.fleetload.process.TlsFiles;
import io.fleetload.process.UsageException;
import io.fleetload.profile.SystemUnderTest;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.FileBesideProfile;
import io.fleetload.quantity.HostPort;
import io.fleetload.quantity.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The platform under test: a JT/T 808 server, the NATS that it publishes to, and the store behind.
 */
public record Jt808Target(
    @Doc(
            value = "host:port of a JT/T 808 server that runs already",
            byDefault = "the embedded one is started for the run",
            form = HostPort.FORM,
            expected = "host:port")
        String server,
    @Doc(
            value = "URL of the NATS that the server publishes to",
            byDefault = "that of the embedded server",
            form = "(nats|tls)://" + HostPort.FORM,
            expected = "nats://host:port or tls://host:port, without a password")
        String nats,
    @Doc("how to log in to NATS") Login natsLogin,
    @Doc("whom a TLS connection to NATS trusts, and who the backend is to it") Tls natsTls,
    @Doc(
            value =
                "where locations end up: none, jetstream for a stream of that NATS, or the URL of a"
                    + " QuestDB's HTTP server",
            byDefault = "the QuestDB of the embedded server; none for another one",
            form = "none|jetstream|https?://" + HostPort.FORM,
            expected = "none, jetstream, or http://host:port")
        String store,
    @Doc(
            value = "NATS subject that takes commands for terminals",
            byDefault = "that of the embedded server; no commands for another one",
            form = "[A-Za-z0-9._-]+",
            expected = "a subject such as terminal.command")
        String commands,
    @Doc("how the embedded server is to be") EmbeddedGateway embedded)
    implements SystemUnderTest {
  /** Name of the NATS of an embedded server if it is no nats-server. */
  public static final String STAND_IN = "stand-in";

  private static final String TLS = "tls://";

  /** The store of a run that has none. */
  public static final String NO_STORE = "none";

  /** The store that is a stream of NATS. */
  public static final String JETSTREAM = "jetstream";

  public record Login(
      @Doc("user") String user,
      @Doc(value = "password; better ${NAME} of the environment", secret = true) String password,
      @Doc(value = "token, instead of user and password", secret = true) String token) {
    private void check(ProfileChecks checks) {
      if (token != null && user != null) {
        checks.problem(
            "target.natsLogin.token", "is given together with user, expected one of them");
      } else if (token == null && user == null) {
        checks.problem(
            "target.natsLogin", "has neither user nor token; write one of them, or leave it out");
      }
    }
  }

  public record Tls(
      @Doc(
              value =
                  "PEM file of the authorities that the certificate of NATS may come from; the"
                      + " certificate has to be for the host of target.nats",
              byDefault = "those of the Java platform")
          FileBesideProfile trust,
      @Doc(
              value =
                  "PEM file of the backend's own certificate and its private key (PKCS #8, not"
                      + " encrypted)",
              byDefault = "none")
          FileBesideProfile certificate) {
    private static final Tls OF_THE_PLATFORM = new Tls(null, null);

    public TlsFiles files() {
      return new TlsFiles(
          PemFile.orNone("target.natsTls.trust", FileBesideProfile.pathOf(trust)),
          PemFile.orNone("target.natsTls.certificate", FileBesideProfile.pathOf(certificate)));
    }
  }

  /** The embedded server, and what it is to do wrong, as real servers do. */
  public record EmbeddedGateway(
      @Doc(
              value =
                  "locations that may wait for the store; more are dropped, as by the published"
                      + " test's own saver",
              byDefault = "1000000",
              least = 1,
              most = 100_000_000)
          Integer saverQueue,
      @Doc(value = "every k-th location is acknowledged and not published", least = 1, most = MOST)
          Integer acknowledgeWithoutPublishing,
      @Doc(value = "every k-th location is answered with a result above 0", least = 1, most = MOST)
          Integer wrongResult,
      @Doc(
              value = "at every k-th location the connection is cut instead of an answer",
              least = 1,
              most = MOST)
          Integer cut,
      @Doc(value = "every k-th location is published and not answered", least = 1, most = MOST)
          Integer silent,
      @Doc(value = "every k-th terminal is refused when it authenticates", least = 1, most = MOST)
          Integer refuseAuthentication,
      @Doc(value = "how long every answer waits", byDefault = "0s") Span delay) {
    private static final long MOST = 1_000_000_000;

    /** Nothing is wrong with it. */
    static final EmbeddedGateway SOUND =
        new EmbeddedGateway(null, null, null, null, null, null, null);

    /** The arguments that start it so. */
    public List<String> arguments() {
      Map<String, Object> options = new LinkedHashMap<>();
      options.put("--saver-queue", saverQueue);
      options.put("--acknowledge-without-publishing", acknowledgeWithoutPublishing);
      options.put("--wrong-result", wrongResult);
      options.put("--cut", cut);
      options.put("--silent", silent);
      options.put("--refuse-authentication", refuseAuthentication);
      options.put("--delay-ms", delay == null ? null : delay.millis());
      List<String> arguments = new ArrayList<>();
      options.forEach(
          (option, value) -> {
            if (value != null) {
              arguments.addAll(List.of(option, value.toString()));
            }
          });
      return arguments;
    }
  }

  /** An embedded server that does nothing wrong. */
  static final Jt808Target EMBEDDED = new Jt808Target(null, null, null, null, null, null, null);

  /** Returns whether the server is started for the run. */
  @JsonIgnore
  public boolean isEmbedded() {
    return server == null;
  }

  /** Returns whether locations are looked for in a store. */
  public boolean hasStore() {
    return store == null ? isEmbedded() : !store.equals(NO_STORE);
  }

  /**
   * Context of the TLS connection to NATS; empty if the connection has no TLS.
   *
   * @throws UsageException if a file that it needs cannot be read or holds something else
   */
  public Optional<SSLContext> tls() throws UsageException {
    if (!nats.startsWith(TLS)) {
      return Optional.empty();
    }
    Tls tls = natsTls == null ? Tls.OF_THE_PLATFORM : natsTls;
    return Optional.of(tls.files().context(CheckedHost::new));
  }

  /** Returns whether NATS is to be reached by TLS, and sees no certificate of ours. */
  public boolean showsNoCertificate() {
    return nats.startsWith(TLS) && (natsTls == null || natsTls.certificate == null);
  }

  boolean takesCommands() {
    return isEmbedded() || commands != null;
  }

  /** The embedded server as the profile wants it. */
  public EmbeddedGateway wanted() {
    return embedded == null ? EmbeddedGateway.SOUND : embedded;
  }

  void check(boolean backend, ProfileChecks checks) {
    checkPort("target.server", server, checks);
    checkPort("target.nats", nats, checks);
    checkPort("target.store", store, checks);
    if (isEmbedded()) {
      refuseWithoutServer("target.nats", nats, checks);
      if (store != null && !store.equals(NO_STORE)) {
        checks.problem(
            "target.store",
            "found \"%s\", which needs target.server and target.nats; expected none, or leave it out"
                .formatted(store));
      }
    } else if (backend && nats == null) {
      checks.problem(
          "target.nats",
          "is missing: the backend receives from it; write nats://host:port, or backend: false");
    }
    if (natsLogin != null) {
      natsLogin.check(checks);
    }
    if (natsTls != null && (nats == null || !nats.startsWith(TLS))) {
      checks.problem(
          "target.natsTls", "needs tls://host:port in target.nats, which makes the connection TLS");
    }
  }

  /** The form of an address lets its port have five digits. */
  private static void checkPort(String key, String address, ProfileChecks checks) {
    int colon = address == null ? -1 : address.lastIndexOf(':');
    if (colon >= 0) {
      int port = Integer.parseInt(address.substring(colon + 1));
      if (port < 1 || port > 65_535) {
        checks.problem(key, "found \"%s\", expected a port from 1 to 65535".formatted(address));
      }
    }
  }

  private static void refuseWithoutServer(String key, String value, ProfileChecks checks) {
    if (value != null) {
      checks.problem(
          key, "found \"%s\" without target.server; give both, or none".formatted(value));
    }
  }

  @Override
  public String described() {
    return isEmbedded() ? "embedded JT/T 808 server" : "JT/T 808 server";
  }

  /**
   * The same by what its parts say that they are.
   *
   * @param nats such as {@code nats-server 2.9.10}; {@value #STAND_IN} is the embedded server's own
   * @param itsStore such as {@code QuestDB}; null for none
   */
  public String described(String nats, String itsStore) {
    return described()
        + (nats.equals(STAND_IN) ? " with a stand-in for NATS" : " with " + nats)
        + (itsStore == null ? "" : " and " + itsStore);
  }
}
