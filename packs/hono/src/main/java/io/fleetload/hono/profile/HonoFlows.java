// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.body.StampedBodies;
import io.fleetload.body.StampedBody;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Flow;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Size;
import io.fleetload.quantity.Span;
import io.fleetload.stamp.CompactStamp;
import io.fleetload.stamp.Stamp;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The flows of the published load test: telemetry, events, and command queries. */
public record HonoFlows(
    @Doc("telemetry messages") Telemetry telemetry,
    @Doc("event messages; always confirmable") Event event,
    @Doc("telemetry messages that wait for a command, which the device answers")
        CommandQuery commandQuery) {

  /** Name of the flow of telemetry. */
  public static final String TELEMETRY = "telemetry";

  /** Name of the flow of events. */
  public static final String EVENT = "event";

  /** Name of the flow of command queries. */
  public static final String COMMAND_QUERY = "commandQuery";

  /** Name of the flow of the answers to commands; it has no rate of its own. */
  public static final String COMMAND_RESPONSE = "commandResponse";

  /** The names of all flows, in their order. */
  static final List<String> NAMES = List.of(TELEMETRY, EVENT, COMMAND_QUERY, COMMAND_RESPONSE);

  /** The flow of answers, with the flow that has the commands which it answers. */
  static final Map<String, String> ANSWERS = Map.of(COMMAND_RESPONSE, COMMAND_QUERY);

  /** The stamps of messages with a body that is not text. */
  public static final CompactStamp COMPACT_STAMP = new CompactStamp(NAMES);

  private static final int LEAST_DITTO_BYTES = 450;
  private static final Size USUAL = new Size(512);

  /** Built-in contents of the messages. */
  public enum Payload {
    /** A Ditto protocol message. */
    @JsonProperty("ditto")
    DITTO,
    /** Bytes, as small as a stamp; for telemetry and events. */
    @JsonProperty("binary")
    BINARY
  }

  /**
   * The contents of the messages of a flow.
   *
   * @param payload null if the user wrote the body
   * @param size of messages; null for a body that takes values from data
   * @param body as the user wrote it; or null
   */
  public record Contents(
      @Doc(
              value = "what the messages say: ditto, or binary for the smallest ones",
              byDefault = "ditto")
          Payload payload,
      @Doc(
              value =
                  "their exact size, up to target.maxPayload, above 1024B in blocks (RFC 7959);"
                      + " from 450B for ditto, 20B for binary",
              byDefault = "512B")
          Size size,
      @Doc(
              "the messages' own text, instead of payload and size: one {{stamp}}, by which the backend"
                  + " knows the message; {{device}}, {{n}} and the other placeholders of bodies as"
                  + " often as you like")
          String body) {
    /** Fills in what the profile leaves open. */
    public Contents {
      payload = payload == null && body == null ? Payload.DITTO : payload;
      size = body != null ? largest(body) : size == null ? USUAL : size;
    }

    private static Size largest(String body) {
      try {
        StampedBodies bodies = new StampedBodies(Map.of(), 0);
        return new Size(bodies.compiled("body", "", body).largest());
      } catch (UsageException e) {
        // It takes values from data, or the checks say what is wrong with it.
        return null;
      }
    }

    /** The size of an answer: that of the query, as far as it is known without data. */
    public int answerBytes() {
      return (size == null ? USUAL : size).bytes();
    }

    /** Returns whether the messages are JSON. */
    public boolean saysJson() {
      return body == null ? payload == Payload.DITTO : StampedBody.isJson(body);
    }

    private void checkSize(String path, int most, ProfileChecks checks) {
      int least = payload == Payload.DITTO ? LEAST_DITTO_BYTES : CompactStamp.BYTES;
      if (size.bytes() < least || size.bytes() > most) {
        checks.problem(
            path + ".size",
            "found \"%dB\", expected %dB to %dB (target.maxPayload) for a payload %s"
                .formatted(size.bytes(), least, most, payload.name().toLowerCase(Locale.ROOT)));
      }
    }

    /** The most bytes of a message of the user's own body. */
    private int checkBody(
        String key, String flow, int most, StampedBodies bodies, ProfileChecks checks)
        throws UsageException {
      int largest = bodies.compiled(key, flow, body).largest();
      if (largest > most) {
        checks.problem(
            key,
            "makes messages of up to %dB, expected at most %dB (target.maxPayload)"
                .formatted(largest, most));
      }
      return largest;
    }
  }

  /** A flow of messages with a body. */
  public sealed interface WithBody extends Flow {
    /** The contents of its messages. */
    Contents contents();
  }

  /** Telemetry: confirmable (at least once) or not (at most once). */
  public record Telemetry(
      @Inline Timing timing,
      @Inline Contents contents,
      @Doc(value = "CON (at least once) or NON (at most once)", byDefault = "true")
          Boolean confirmable)
      implements WithBody {
    /** Fills in what the profile leaves open. */
    public Telemetry {
      confirmable = confirmable == null || confirmable;
    }
  }

  /** Events: at least once. */
  public record Event(@Inline Timing timing, @Inline Contents contents) implements WithBody {}

  /** Command queries: telemetry with a time to wait for a command. */
  public record CommandQuery(
      @Inline Timing timing,
      @Inline Contents contents,
      @Doc(value = "how long the device waits for the command, whole seconds", byDefault = "10s")
          Span ttd,
      @Doc("the command") Command command)
      implements WithBody {

    /** The command that the backend writes. */
    public record Command(
        @Doc(
                value = "its subject",
                byDefault = "setBrightness",
                form = "[A-Za-z0-9._-]{1,60}",
                expected = "letters, digits, dot, dash and underscore, 60 at most")
            String subject,
        @Doc(
                value = "the status that the device answers",
                byDefault = "200",
                least = 200,
                most = 599)
            Integer answer) {
      /** Fills in what the profile leaves open. */
      public Command {
        subject = subject == null ? "setBrightness" : subject;
        answer = answer == null ? 200 : answer;
      }
    }

    /** Fills in what the profile leaves open. */
    public CommandQuery {
      ttd = ttd == null ? Span.parse("10s") : ttd;
      command = command == null ? new Command(null, null) : command;
    }
  }

  /** The stamp of a message of any of these flows, if it has one. */
  public static Optional<Stamp> stamp(byte[] payload) {
    Optional<Stamp> compact = COMPACT_STAMP.find(payload);
    return compact.isPresent() ? compact : Stamp.find(payload);
  }

  /** The flows that are there, in their order. */
  Map<String, WithBody> byName() {
    return Flow.byName(this, WithBody.class);
  }

  /** Looks at the flows; returns the most bytes of a message of each that is as it should be. */
  Map<String, Integer> check(HonoProfile profile, ProfileChecks checks) {
    if (byName().isEmpty()) {
      checks.problem("flows", "is empty, expected at least one of telemetry, event, commandQuery");
    }
    int most = profile.target().maxPayload().bytes();
    Map<String, Integer> sizes = new LinkedHashMap<>();
    byName()
        .forEach(
            (name, flow) -> {
              Contents contents = flow.contents();
              if (contents.body == null) {
                contents.checkSize("flows." + name, most, checks);
                sizes.put(name, contents.size.bytes());
              } else if (contents.payload != null) {
                checks.problem(
                    "flows." + name + ".payload", "is there beside body; leave one of them out");
              }
            });
    checks.file("data", () -> checkBodies(profile, most, sizes, checks));
    if (commandQuery != null && commandQuery.contents.payload == Payload.BINARY) {
      checks.problem(
          "flows.commandQuery.payload",
          "found \"binary\", expected ditto: a command carries the times of its legs");
    }
    if (commandQuery != null
        && (commandQuery.ttd.nanos() % 1_000_000_000L != 0 || commandQuery.ttd.nanos() == 0)) {
      checks.problem(
          "flows.commandQuery.ttd",
          "found \"%s\", expected whole seconds, at least 1s".formatted(commandQuery.ttd));
    }
    return sizes;
  }

  private void checkBodies(
      HonoProfile profile, int most, Map<String, Integer> sizes, ProfileChecks checks)
      throws UsageException {
    StampedBodies bodies = new StampedBodies(profile.data(), profile.run().seed());
    bodies.read();
    byName()
        .forEach(
            (name, flow) -> {
              String key = "flows." + name + ".body";
              Contents says = flow.contents();
              if (says.body != null) {
                checks.file(
                    key, () -> sizes.put(name, says.checkBody(key, name, most, bodies, checks)));
              }
            });
  }
}
