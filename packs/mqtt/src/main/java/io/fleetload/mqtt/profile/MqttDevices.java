// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.profile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.mqtt.packet.MqttProperty;
import io.fleetload.mqtt.packet.MqttVersion;
import io.fleetload.mqtt.packet.PropertyBlock;
import io.fleetload.profile.Devices;
import io.fleetload.profile.Fleet;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Span;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The fleet of clients that publish. */
public record MqttDevices(
    @Inline Fleet fleet,
    @Doc(
            value = "a client's id, which is its name; {index} counts from 0",
            byDefault = "device-{index}",
            form = "[^{}+#/]*\\{index(:[0-9]{1,2})?\\}[^{}+#/]*",
            expected = "an id with {index} in it, such as device-{index}")
        String clientId,
    @Doc(
            value = "the longest time in which a client sends nothing, whole seconds; 0s for any",
            byDefault = "60s")
        Span keepAlive,
    @Doc(
            value =
                "whether the broker forgets a session of before when the client connects again; in"
                    + " MQTT 5 it does so at the first time in a run anyway",
            byDefault = "true")
        Boolean cleanStart,
    @Doc(
            value =
                "how long the broker keeps the session of a client that is gone, whole seconds; with"
                    + " MQTT 3.1.1 cleanStart: false says for ever",
            byDefault = "0s")
        Span sessionExpiry,
    @Doc(value = "user name; {index} counts from 0", byDefault = "none") String user,
    @Doc(
            value = "its password; {index} counts from 0; better ${NAME} of the environment",
            byDefault = "none",
            secret = true)
        String password)
    implements Devices {
  private static final String INDEX = "{index}";
  private static final long SECOND = 1_000_000_000L;
  private static final int MOST_KEEP_ALIVE = 65_535;
  private static final int MOST_ID_BYTES = 65_535;
  private static final int MOST_INDEX_DIGITS = 10;
  private static final Pattern DIGIT_BESIDE_INDEX = Pattern.compile("[0-9]\\{index|}[0-9]");

  /** Fills in what the profile leaves open. */
  public MqttDevices {
    fleet = fleet.orPlain();
    clientId = clientId == null ? "device-{index}" : clientId;
    keepAlive = keepAlive == null ? Span.parse("60s") : keepAlive;
    cleanStart = cleanStart == null || cleanStart;
    sessionExpiry = sessionExpiry == null ? new Span(0) : sessionExpiry;
  }

  @Override
  @JsonIgnore
  public String id() {
    return clientId;
  }

  /** A client's user; null for none. */
  public String user(int index) {
    return user == null ? null : user.replace(INDEX, Integer.toString(index));
  }

  /** A client's password; null for none. */
  public byte[] password(int index) {
    return password == null
        ? null
        : password.replace(INDEX, Integer.toString(index)).getBytes(StandardCharsets.UTF_8);
  }

  /** The property by which a session is kept for so many seconds; none for 0, and in 3.1.1. */
  public static PropertyBlock kept(MqttVersion version, long seconds) {
    return version == MqttVersion.V5 && seconds > 0
        ? PropertyBlock.builder()
            .number(MqttProperty.SESSION_EXPIRY, Math.min(0xffffffffL, seconds))
            .build()
        : PropertyBlock.EMPTY;
  }

  /** Returns whether the broker keeps the session of a client that is gone for that long. */
  boolean isKeptFor(Span gone, MqttTarget.Version version) {
    return !cleanStart
        && (version == MqttTarget.Version.V3 || sessionExpiry.nanos() > gone.nanos());
  }

  /** Seconds of a span. */
  static long seconds(Span span) {
    return span.nanos() / SECOND;
  }

  /** {@link #keepAlive} in s. */
  public int keepAliveSeconds() {
    return (int) seconds(keepAlive);
  }

  /** {@link #sessionExpiry} in s. */
  public long sessionExpirySeconds() {
    return seconds(sessionExpiry);
  }

  /** Notes what a group of clients cannot have, or a fleet without groups. */
  void check(String path, MqttProfile profile, ProfileChecks checks) {
    checks.when(
        keepAlive.nanos() % SECOND != 0 || seconds(keepAlive) > MOST_KEEP_ALIVE,
        path + ".keepAlive",
        "write whole seconds up to %ds: found \"%s\"".formatted(MOST_KEEP_ALIVE, keepAlive));
    if (sessionExpiry.nanos() > 0 && profile.target().version() == MqttTarget.Version.V3) {
      checks.problem(
          path + ".sessionExpiry",
          "needs target.version: 5; with MQTT 3.1.1 cleanStart: false keeps a session");
    } else {
      checks.when(
          sessionExpiry.nanos() % SECOND != 0,
          path + ".sessionExpiry",
          "write whole seconds: found \"%s\"".formatted(sessionExpiry));
    }
    checks.when(
        password != null && user == null,
        path + ".user",
        "is missing beside %s.password; write the name that the password is for".formatted(path));
    checks.when(
        clientId.getBytes(StandardCharsets.UTF_8).length > MOST_ID_BYTES - MOST_INDEX_DIGITS,
        path + ".clientId",
        "write a shorter id: at most %,d bytes".formatted(MOST_ID_BYTES - MOST_INDEX_DIGITS));
    String naming = profile.devices().naming();
    checks.when(
        !naming.equals(profile.devices().id()) && DIGIT_BESIDE_INDEX.matcher(clientId).find(),
        path + ".clientId",
        "write no digit beside {index}: two clients of one id throw each other out");
  }

  /** Says nothing of the password. */
  @Override
  public String toString() {
    return "MqttDevices[" + fleet + ", " + clientId + "]";
  }
}
