// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.Flow;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Share;
import io.fleetload.quantity.Span;
import java.util.List;
import java.util.Map;

/** The requests of the clients. A message of a flow is one request, or one stream of requests. */
public record ArionFlows(
    @Doc("unary reads, ArionMasterService.RequestGoalstates") ReadFlow read,
    @Doc("streams of reads, ArionMasterService.RequestGoalstateStream") Stream stream,
    @Doc("writes, GoalStateProvisioner.PushGoalstates") Write write,
    @Doc("full loads of a group by gRPC, Watch.Watch from revision 0 on") Watch watch,
    @Doc("full loads of a group by a Hazelcast client, without the server")
        HazelcastWatch hazelcastWatch) {
  public static final String READ = "read";
  public static final String STREAM = "stream";
  public static final String WRITE = "write";

  /** The reads of a client that wrote, until it sees what it wrote. */
  public static final String READ_BACK = "readBack";

  public static final String WATCH = "watch";
  public static final String HAZELCAST_WATCH = "hazelcastWatch";

  private static final double MOST_DELETED = 50;

  static final List<String> NAMES = List.of(READ, STREAM, WRITE, READ_BACK, WATCH, HAZELCAST_WATCH);

  /** Requests about one or several keys. */
  interface KeyedFlow extends Flow {
    @Doc(value = "keys in a request", byDefault = "1", least = 1, most = 10_000)
    Integer keys();
  }

  /** Requests of keys some of which are not there. */
  interface RequestFlow extends KeyedFlow {
    @Doc(value = "share of the keys that are not there", byDefault = "none")
    Share unknown();
  }

  /** Unary reads. */
  public record ReadFlow(
      @Inline Timing timing,
      Integer keys,
      Share unknown,
      @Doc(
              value = "requests of a client under way at once",
              byDefault = "1",
              least = 1,
              most = 10_000)
          Integer window)
      implements RequestFlow {
    /** Fills in what the profile leaves open. */
    public ReadFlow {
      keys = keys == null ? 1 : keys;
      window = window == null ? 1 : window;
    }
  }

  /** The time at which a client half-closes its stream. */
  public enum End {
    /** Once every answer came. */
    @JsonProperty("afterLast")
    AFTER_LAST,
    /** With the last request, as ghz does; the answers come afterwards. */
    @JsonProperty("atOnce")
    AT_ONCE,
    /** Never: it cancels the stream once every answer came. */
    @JsonProperty("cancel")
    CANCEL
  }

  /** Streams of reads. */
  public record Stream(
      @Inline Timing timing,
      Integer keys,
      Share unknown,
      @Doc(
              value = "requests in a stream, each of which has one answer",
              byDefault = "1000",
              least = 1,
              most = 1_000_000)
          Integer requests,
      @Doc(value = "time between two requests of a stream", byDefault = "0s: at once")
          Span interval,
      @Doc(
              value =
                  "when a client half-closes a stream: afterLast, once every answer came; atOnce,"
                      + " with the last request; cancel: not at all, it cancels it after the last"
                      + " answer",
              byDefault = "afterLast")
          End end)
      implements RequestFlow {
    /** Fills in what the profile leaves open. */
    public Stream {
      keys = keys == null ? 1 : keys;
      requests = requests == null ? 1_000 : requests;
      interval = interval == null ? new Span(0) : interval;
      end = end == null ? End.AFTER_LAST : end;
    }
  }

  /** Writes. */
  public record Write(
      @Inline Timing timing,
      Integer keys,
      @Doc(
              value =
                  "requests of a client under way at once; above 1 they may overtake each other",
              byDefault = "1",
              least = 1,
              most = 10_000)
          Integer window,
      @Doc(
              value = "share of the writes that delete a rule; the next write of it puts it back",
              byDefault = "none")
          Share delete,
      @Doc(
              value =
                  "whether a client reads what it wrote, right after the answer, until it sees it;"
                      + " the flow readBack has the times",
              byDefault = "false")
          Boolean readBack)
      implements KeyedFlow {
    /** Fills in what the profile leaves open. */
    public Write {
      keys = keys == null ? 1 : keys;
      window = window == null ? 1 : window;
      readBack = readBack != null && readBack;
    }
  }

  /** Full loads by gRPC: a message is a watch until all rules of its group came. */
  public record Watch(@Inline Timing timing) implements Flow {}

  /** Full loads by a Hazelcast client. */
  public record HazelcastWatch(@Inline Timing timing) implements Flow {}

  /** The flows of the profile, in the order of their names here. */
  Map<String, Flow> byName() {
    return Flow.byName(this, Flow.class);
  }

  void check(ArionProfile profile, ProfileChecks checks) {
    byName().forEach((name, flow) -> checkKeys("flows." + name, flow, profile, checks));
    if (write != null && write.delete != null && write.delete.percent() > MOST_DELETED) {
      checks.problem(
          "flows.write.delete",
          "found \"%s\", expected at most 50%%: a rule has to be written again before it can be deleted again"
              .formatted(write.delete));
    }
    if (stream != null) {
      long lasts = (stream.requests - 1) * stream.interval.nanos();
      if (lasts >= profile.devices().timeout().nanos()) {
        checks.problem(
            "flows.stream.interval",
            "found \"%s\", with which a stream of %d requests lasts %s; expected less than devices.timeout, which is %s"
                .formatted(
                    stream.interval,
                    stream.requests,
                    new Span(lasts),
                    profile.devices().timeout()));
      }
    }
  }

  private static void checkKeys(
      String path, Flow flow, ArionProfile profile, ProfileChecks checks) {
    if (flow instanceof KeyedFlow keyed && keyed.keys() > profile.rules().count()) {
      checks.problem(
          path + ".keys",
          "found %d, expected at most %d (rules.count)"
              .formatted(keyed.keys(), profile.rules().count()));
    }
    if (flow instanceof RequestFlow asking
        && asking.unknown() != null
        && asking.unknown().percent() > 100) {
      checks.problem(
          path + ".unknown", "found \"%s\", expected at most 100%%".formatted(asking.unknown()));
    }
  }
}
