// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.hono.payload.OwnBody;
import io.fleetload.profile.Arrivals;
import io.fleetload.profile.Closed;
import io.fleetload.profile.Doc;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.ProfileChecks;
import io.fleetload.profile.Rate;
import io.fleetload.profile.Size;
import io.fleetload.profile.Span;
import io.fleetload.profile.Stage;
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

  /** The flow of answers, with the flow whose commands it answers. */
  static final Map<String, String> ANSWERS = Map.of(COMMAND_RESPONSE, COMMAND_QUERY);

  /** The stamps of messages whose body is no text. */
  public static final CompactStamp COMPACT_STAMP = new CompactStamp(NAMES);

  private static final int LEAST_DITTO_BYTES = 450;

  /** What the messages say. */
  public enum Payload {
    /** A Ditto protocol message. */
    @JsonProperty("ditto")
    DITTO,
    /** Bytes, as small as a stamp; for telemetry and events. */
    @JsonProperty("binary")
    BINARY
  }

  /** A flow whose messages have a body. */
  public interface WithBody extends LoadProfile.Flow {
    /** What the messages say. */
    @Doc(
        value = "what the messages say: ditto, or binary for the smallest ones",
        byDefault = "ditto")
    Payload payload();

    /** Their exact size. */
    @Doc(
        value =
            "their exact size, up to target.maxPayload, above 1024B in blocks (RFC 7959);"
                + " from 450B for ditto, 20B for binary",
        byDefault = "512B")
    Size size();

    /** What the messages say as the user wrote it, or null. */
    @Doc(
        "what the messages say in your own words, instead of payload and size: a text with one {{stamp}},"
            + " by which the backend knows the message, and {{device}} and {{n}} as often as you like")
    String body();

    /** Whether they are JSON. */
    default boolean saysJson() {
      return body() == null ? payload() == Payload.DITTO : new OwnBody(body()).isJson();
    }
  }

  /** Telemetry: confirmable (at least once) or not (at most once). */
  public record Telemetry(
      Rate rate,
      List<Stage> stages,
      Arrivals arrivals,
      Closed closed,
      Payload payload,
      Size size,
      String body,
      @Doc(value = "CON (at least once) or NON (at most once)", byDefault = "true")
          Boolean confirmable)
      implements WithBody {
    /** Fills in what the profile leaves open. */
    public Telemetry {
      stages = orNone(stages);
      arrivals = Arrivals.orEven(arrivals, closed);
      payload = payloadOf(payload, body);
      size = sizeOf(size, body);
      confirmable = confirmable == null || confirmable;
    }
  }

  /** Events: at least once. */
  public record Event(
      Rate rate,
      List<Stage> stages,
      Arrivals arrivals,
      Closed closed,
      Payload payload,
      Size size,
      String body)
      implements WithBody {
    /** Fills in what the profile leaves open. */
    public Event {
      stages = orNone(stages);
      arrivals = Arrivals.orEven(arrivals, closed);
      payload = payloadOf(payload, body);
      size = sizeOf(size, body);
    }
  }

  /** Command queries: telemetry with a time to wait for a command. */
  public record CommandQuery(
      Rate rate,
      List<Stage> stages,
      Arrivals arrivals,
      Closed closed,
      Payload payload,
      Size size,
      String body,
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
      stages = orNone(stages);
      arrivals = Arrivals.orEven(arrivals, closed);
      payload = payloadOf(payload, body);
      size = sizeOf(size, body);
      ttd = ttd == null ? Span.parse("10s") : ttd;
      command = command == null ? new Command(null, null) : command;
    }
  }

  /** The stamp of a message of any of these flows, or nothing where there is none. */
  public static Optional<Stamp> stamp(byte[] payload) {
    Optional<Stamp> compact = COMPACT_STAMP.find(payload);
    return compact.isPresent() ? compact : Stamp.find(payload);
  }

  /** The flows that are there, in their order. */
  Map<String, LoadProfile.Flow> byName() {
    Map<String, LoadProfile.Flow> flows = new LinkedHashMap<>();
    if (telemetry != null) {
      flows.put(TELEMETRY, telemetry);
    }
    if (event != null) {
      flows.put(EVENT, event);
    }
    if (commandQuery != null) {
      flows.put(COMMAND_QUERY, commandQuery);
    }
    return flows;
  }

  void check(HonoTarget target, ProfileChecks checks) {
    if (byName().isEmpty()) {
      checks.problem("flows", "is empty, expected at least one of telemetry, event, commandQuery");
    }
    byName()
        .forEach(
            (name, flow) -> {
              WithBody messages = (WithBody) flow;
              if (messages.body() == null) {
                checkSize("flows." + name, messages, target, checks);
              } else {
                checkBody("flows." + name, messages, target, checks);
              }
            });
    if (commandQuery != null && commandQuery.payload == Payload.BINARY) {
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
  }

  private static void checkSize(
      String path, WithBody messages, HonoTarget target, ProfileChecks checks) {
    int bytes = messages.size().bytes();
    int most = target.maxPayload().bytes();
    int least = messages.payload() == Payload.DITTO ? LEAST_DITTO_BYTES : CompactStamp.BYTES;
    if (bytes < least || bytes > most) {
      checks.problem(
          path + ".size",
          "found \"%dB\", expected %dB to %dB (target.maxPayload) for a payload %s"
              .formatted(bytes, least, most, messages.payload().name().toLowerCase(Locale.ROOT)));
    }
  }

  private static void checkBody(
      String path, WithBody messages, HonoTarget target, ProfileChecks checks) {
    OwnBody body = new OwnBody(messages.body());
    body.problem().ifPresent(problem -> checks.problem(path + ".body", problem));
    int most = target.maxPayload().bytes();
    if (body.largest() > most) {
      checks.problem(
          path + ".body",
          "makes messages of up to %dB, expected at most %dB (target.maxPayload)"
              .formatted(body.largest(), most));
    }
    if (messages.payload() != null) {
      checks.problem(path + ".payload", "is there beside body; leave one of them out");
    }
  }

  private static List<Stage> orNone(List<Stage> stages) {
    return stages == null ? null : List.copyOf(stages);
  }

  private static Payload payloadOf(Payload payload, String body) {
    return payload == null && body == null ? Payload.DITTO : payload;
  }

  private static Size sizeOf(Size size, String body) {
    if (body != null) {
      return new Size(new OwnBody(body).largest());
    }
    return size == null ? new Size(512) : size;
  }
}
