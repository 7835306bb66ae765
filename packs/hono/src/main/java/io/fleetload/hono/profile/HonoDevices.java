// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.Devices;
import io.fleetload.profile.Fleet;
import io.fleetload.profile.Phases;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.FileBesideProfile;
import io.fleetload.quantity.Span;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The fleet: how many devices, their names, keys or certificates, the addresses they send from. */
public record HonoDevices(
    @Inline({
          @Inline.Key(
              name = "bind",
              doc =
                  @Doc(
                      value =
                          "local addresses that the devices send from; each carries its own ports",
                      byDefault = "[127.0.0.1] for a target on this host, else any")),
          @Inline.Key(
              name = "timeout",
              doc =
                  @Doc(
                      value = "the longest wait for an outcome, beyond a command query's ttd",
                      byDefault = "30s")),
          @Inline.Key(
              name = "reconnectAfter",
              doc =
                  @Doc(
                      value =
                          "how long nothing may come back to what a device sent; then it gives its"
                              + " session up and begins a new one, from another port; 0s for never",
                      byDefault = "20s, or devices.timeout where that is shorter")),
          @Inline.Key(
              name = "maxInFlight",
              doc =
                  @Doc(
                      value =
                          "most messages of a process under way that the target has not even"
                              + " acknowledged; a message over the limit waits, and the wait counts"
                              + " into its response time; 0 for any number",
                      byDefault = "500"))
        })
        Fleet fleet,
    @Doc(
            value = "a device's name; {index} counts from 0",
            byDefault = "device-{index}",
            form = NameRules.FORM,
            expected = "a name with {index} in it, such as device-{index}")
        String id,
    @Doc(
            value = "the tenant of the devices, one of the profile's; for a group of them",
            byDefault = "the one tenant; several tenants share the devices by their weights")
        String tenant,
    @Doc(
            value =
                "what the devices speak: coap, over DTLS; or mqtt, which is MQTT 3.1.1, or http,"
                    + " which is HTTP/1.1. By mqtt and http a device's password is its key in"
                    + " base64, unless it has a certificate. Each group may have its own",
            byDefault = "coap")
        Protocol protocol,
    @Doc(value = "the devices' pre-shared keys") Psk psk,
    @Doc(
            value =
                "the devices' certificates, instead of pre-shared keys; devices of CoAP need stack:"
                    + " californium, those of MQTT and HTTP an adapter with TLS",
            byDefault = "none")
        X509 x509,
    @Doc("how the devices open their sessions") Dtls dtls,
    @Doc(
            value =
                "what speaks DTLS and CoAP for the devices: own, which drives most devices from a"
                    + " machine; or californium, for devices with certificates, and without"
                    + " life.rebind and dtls.resumption",
            byDefault = "own")
        Stack stack,
    @Doc(
            value =
                "whether the backend looks for Hono's announcement of each begin and end of a"
                    + " session; needs protocol: mqtt, and an adapter that sends connection events",
            byDefault = "false")
        Boolean connectionEvents,
    @Doc(
            value =
                "the longest time in which an MQTT session sends nothing, whole seconds; 0s for any",
            byDefault = "60s")
        Span keepAlive)
    implements Devices {

  /** Protocol that devices speak with one of Hono's adapters. */
  public enum Protocol {
    @JsonProperty("coap")
    COAP("CoAP"),
    @JsonProperty("mqtt")
    MQTT("MQTT"),
    @JsonProperty("http")
    HTTP("HTTP");

    private final String shown;
    private final String name;

    Protocol(String shown) {
      this.shown = shown;
      this.name = shown.toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
      return shown;
    }

    /** Type of the adapter, as tenants name it. */
    public String adapter() {
      return "hono-" + name;
    }

    /** Key of the address of its adapter. */
    public String target() {
      return "target." + name;
    }

    /** Scheme of its address where it has TLS. */
    public String scheme() {
      return this == HTTP ? "https://" : "tls://";
    }

    /** Returns whether it is over TCP: a device without a certificate then has a password. */
    public boolean isByPassword() {
      return this != COAP;
    }
  }

  /** Stack that speaks DTLS and CoAP for the devices. */
  public enum Stack {
    @JsonProperty("own")
    OWN,
    @JsonProperty("californium")
    CALIFORNIUM
  }

  /**
   * Ten times as many cost 2 % of repetitions against Hono's CoAP stack on one core, this many none
   * (docs/decisions/0011).
   */
  private static final int DEFAULT_IN_FLIGHT = 500;

  /**
   * A confirmable message was sent four times by then, at 0 s, 2 to 3 s, 6 to 9 s and 14 to 21 s
   * (RFC 7252, section 4.2). The reason for this length is in docs/decisions/0014.
   */
  private static final Span MOST_SILENCE = Span.parse("20s");

  /** The most that the two bytes of MQTT hold (3.1.1, section 3.1.2.10), in s. */
  private static final int MOST_KEEP_ALIVE = 65_535;

  /**
   * Source of the pre-shared keys; one of the three.
   *
   * @param derivedFrom the secret; null if the keys come from elsewhere
   * @param random whether provisioning draws them
   * @param file the file with the keys; null if they come from elsewhere
   */
  public record Psk(
      @Doc(
              value =
                  "the secret that every device's key is derived from (HMAC-SHA-256 of its name);"
                      + " load hosts then need no list of keys; take it from the"
                      + " environment: ${PSK_SECRET}",
              byDefault = "demo for an embedded target, which is the only one that takes it",
              form = "[\\s\\S]+",
              expected = "a text that is not empty",
              secret = true)
          String derivedFrom,
      @Doc(
              value =
                  "provisioning draws a key for each device that has none; a run needs them"
                      + " exported and as devices.psk.file",
              byDefault = "false")
          Boolean random,
      @Doc(
              value = "the file with the keys, as provisioning exports it: CSV, or JSON lines",
              byDefault = "none")
          FileBesideProfile file) {
    private static final String DEMO = "demo";

    /** Fills in what the profile leaves open. */
    public Psk {
      random = random != null && random;
      derivedFrom = derivedFrom == null && !random && file == null ? DEMO : derivedFrom;
    }

    /** Keys that are derived from a secret; {@code demo} where it is null. */
    @JsonCreator(mode = JsonCreator.Mode.DISABLED)
    public Psk(String derivedFrom) {
      this(derivedFrom, null, null);
    }

    /** A key that everybody can compute protects nothing that others can reach. */
    void checkForExternalTarget(ProfileChecks checks) {
      if (DEMO.equals(derivedFrom)) {
        checks.problem(
            "devices.psk.derivedFrom",
            "is demo, which everybody knows; an external target needs a secret of your own, such as"
                + " ${PSK_SECRET} of the environment");
      }
    }

    void check(ProfileChecks checks) {
      int sources = (derivedFrom == null ? 0 : 1) + (random ? 1 : 0) + (file == null ? 0 : 1);
      if (sources > 1) {
        checks.problem(
            "devices.psk",
            "names %d sources of keys, expected one of derivedFrom, random, file"
                .formatted(sources));
      }
    }

    /** Never shows the secret. */
    @Override
    public String toString() {
      return "Psk[derivedFrom=***, random=" + random + ", file=" + file + "]";
    }
  }

  /** Fills in what the profile leaves open. */
  public HonoDevices {
    Span wait = fleet.timeout() == null ? Span.parse("30s") : fleet.timeout();
    Span silence = new Span(Math.min(wait.nanos(), MOST_SILENCE.nanos()));
    fleet = fleet.or(wait, silence, DEFAULT_IN_FLIGHT);
    id = id == null ? "device-{index}" : id;
    protocol = protocol == null ? Protocol.COAP : protocol;
    psk = psk == null && x509 == null ? new Psk(null) : psk;
    dtls = (dtls == null ? new Dtls(null, null, null) : dtls).orStandard(x509 != null);
    stack = stack == null ? Stack.OWN : stack;
    connectionEvents = connectionEvents != null && connectionEvents;
    keepAlive = keepAlive == null ? Span.parse("60s") : keepAlive;
  }

  /** The protocol of a device, or of the gateway with that number. */
  public Protocol protocolOf(int session) {
    return session < count() ? ((HonoDevices) groupOf(session).devices()).protocol : protocol;
  }

  /** {@link #keepAlive} of the group of a device, in s; of a gateway that of the fleet. */
  public int keepAliveOf(int session) {
    Span its = session < count() ? ((HonoDevices) groupOf(session).devices()).keepAlive : keepAlive;
    return (int) its.seconds();
  }

  /** Protocols that devices of any group speak. */
  public Set<Protocol> protocols() {
    return groups().stream()
        .map(each -> ((HonoDevices) each.devices()).protocol)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Protocol.class)));
  }

  /** Hono knows a device by its name in its tenant, and by its key. */
  @Override
  public boolean alikeInEveryGroup() {
    return Devices.super.alikeInEveryGroup()
        && groups().stream()
            .map(each -> (HonoDevices) each.devices())
            .allMatch(each -> Objects.equals(each.psk, psk) && Objects.equals(each.tenant, tenant));
  }

  /** Notes a keep alive that MQTT does not hold. */
  void checkKeepAlive(String path, ProfileChecks checks) {
    checks.when(
        keepAlive.seconds() != Math.rint(keepAlive.seconds())
            || keepAlive.seconds() > MOST_KEEP_ALIVE,
        path,
        "write whole seconds up to %ds: found \"%s\"".formatted(MOST_KEEP_ALIVE, keepAlive));
  }

  @Override
  public void check(Phases phases, ProfileChecks checks) {
    if (x509 == null) {
      psk.check(checks);
    } else {
      x509.check(this, checks);
    }
    checks.when(
        protocol.isByPassword() && stack == Stack.CALIFORNIUM,
        "devices.protocol",
        "found %s, expected coap: devices.stack californium is of CoAP".formatted(protocol.name));
    dtls.check(x509 != null, checks);
    if (stack == Stack.CALIFORNIUM && dtls.resumption()) {
      checks.problem(
          "devices.dtls.resumption",
          "found true, expected false: devices.stack californium resumes no session");
    }
    Devices.super.check(phases, checks);
  }
}
