// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.mqtt.packet.ConnectPacket;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Span;
import java.nio.charset.StandardCharsets;

/** The clients that receive what the devices publish: the application behind the broker. */
public record Subscribers(
    @Doc(
            value = "how many; 0 for none, so that the devices' side alone is judged",
            byDefault = "1",
            least = 0,
            most = 100_000)
        Integer count,
    @Doc(
            value =
                "who receives a message: every subscriber (fan-out); one of the group (share); the"
                    + " one that its device is dealt to (split). With as many subscribers as devices"
                    + " split is point to point",
            byDefault = "every",
            expected = "every, share or split")
        Receives receives,
    @Doc(
            value = "the most quality of service that they ask for",
            byDefault = "2",
            least = 0,
            most = 2)
        Integer qos,
    @Doc(
            value = "name of the group of a shared subscription",
            byDefault = "fleetload",
            form = "[^/+#]{1,100}",
            expected = "a name without /, + and #")
        String group,
    @Doc(value = "what their client ids begin with", byDefault = "subscriber") String clientId,
    @Doc(value = "user name", byDefault = "none") String user,
    @Doc(value = "password; better ${NAME} of the environment", byDefault = "none", secret = true)
        String password,
    @Doc(
            value = "the longest that they wait for the last messages after the run, up to 25s",
            byDefault = "20s")
        Span catchUp,
    @Doc(
            value =
                "how long the broker keeps the session of a subscriber that is gone, and queues for"
                    + " it, whole seconds; with MQTT 3.1.1 any time but 0s is for ever",
            byDefault = "0s")
        Span sessionExpiry,
    @Doc(
            value =
                "subscribers that leave now and then, and come back to what waits for them; one"
                    + " after the other",
            byDefault = "they stay")
        Sleepy sleepy) {
  /** A subscriber's turns. */
  public record Sleepy(
      @Doc(value = "how long it is there", required = true) Span awake,
      @Doc(value = "how long it is gone then", required = true) Span asleep) {}

  /** The subscribers that receive a message. */
  public enum Receives {
    /** Each of them does. */
    @JsonProperty("every")
    EVERY,
    /** One of the group of a shared subscription (5:4.8.2). */
    @JsonProperty("share")
    SHARE,
    /** The one that the message's device is dealt to, in turn. */
    @JsonProperty("split")
    SPLIT
  }

  static final Subscribers ONE =
      new Subscribers(null, null, null, null, null, null, null, null, null, null);

  private static final int MOST_RECEIVERS = 1_000;
  private static final Span MOST_CATCH_UP = Span.parse("25s");

  /** Fills in what the profile leaves open. */
  public Subscribers {
    count = count == null ? 1 : count;
    receives = receives == null ? Receives.EVERY : receives;
    qos = qos == null ? 2 : qos;
    group = group == null ? "fleetload" : group;
    clientId = clientId == null ? "subscriber" : clientId;
    catchUp = catchUp == null ? Span.parse("20s") : catchUp;
    sessionExpiry = sessionExpiry == null ? new Span(0) : sessionExpiry;
  }

  /** At how many subscribers each message has to arrive. */
  public int receivers() {
    return receives == Receives.EVERY ? count : Math.min(1, count);
  }

  /** The subscriber that a device's messages are for, where they are dealt to them. */
  public int dealt(int device) {
    return device % count;
  }

  /** {@link #sessionExpiry} in s. */
  public long sessionExpirySeconds() {
    return MqttDevices.seconds(sessionExpiry);
  }

  /** A request to connect with the credentials of the application. */
  public ConnectPacket identified(ConnectPacket request) {
    return user == null
        ? request
        : request.with(user, password == null ? null : password.getBytes(StandardCharsets.UTF_8));
  }

  void check(MqttProfile profile, ProfileChecks checks) {
    checks.when(
        receives == Receives.EVERY && count > MOST_RECEIVERS,
        "subscribers.count",
        "write at most %,d where every subscriber receives each message: found %,d"
            .formatted(MOST_RECEIVERS, count));
    checks.when(
        receives == Receives.SHARE && count < 2,
        "subscribers.count",
        "write 2 or more: found %d, and a group shares messages between its members"
            .formatted(count));
    checks.when(
        receives == Receives.SPLIT && count > profile.devices().count(),
        "subscribers.count",
        "write at most devices.count, %,d: found %,d, and the others would receive nothing"
            .formatted(profile.devices().count(), count));
    profile
        .flows()
        .forEach(
            (name, flow) ->
                checks.when(
                    receives == Receives.SPLIT
                        && count > 1
                        && !new Topic(flow.topic(), "", name).differs(),
                    "flows." + name + ".topic",
                    "write {device} or {index} in it, as subscribers.receives: split deals messages by their topics"));
    checks.when(
        catchUp.nanos() > MOST_CATCH_UP.nanos() || catchUp.nanos() == 0,
        "subscribers.catchUp",
        "write a time up to %s: found \"%s\"".formatted(MOST_CATCH_UP, catchUp));
    checks.when(
        sessionExpiry.nanos() % 1_000_000_000 != 0,
        "subscribers.sessionExpiry",
        "write whole seconds: found \"%s\"".formatted(sessionExpiry));
    if (sleepy != null) {
      checks.when(
          sessionExpiry.nanos() <= sleepy.asleep().nanos(),
          "subscribers.sessionExpiry",
          "write more than subscribers.sleepy.asleep: found \"%s\", and the broker forgets who is gone for longer"
              .formatted(sessionExpiry));
      checks.when(
          sleepy.awake().nanos() == 0 || sleepy.asleep().nanos() == 0,
          "subscribers.sleepy",
          "write times above 0s for awake and asleep");
    }
    checks.when(
        password != null && user == null,
        "subscribers.user",
        "is missing beside subscribers.password; write the name that the password is for");
  }

  /** Says nothing of the password. */
  @Override
  public String toString() {
    return "Subscribers[%d %s at QoS %d]".formatted(count, receives, qos);
  }
}
