// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.Flow;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.quantity.Share;
import io.fleetload.quantity.Span;

/**
 * Requests of the clients, by a name of the user's choice. A message of a flow is one request, or
 * one stream of requests.
 */
public sealed interface ArionFlow extends Flow
    permits ArionFlow.KeyedFlow, ArionFlow.Watch, ArionFlow.HazelcastWatch {
  /** The pack's word for the reads of a client that wrote, until it sees what it wrote. */
  String READ_BACK = "readBack";

  /** Name of the flow that {@link Write#readBack()} adds to one of that name. */
  static String readBack(String write) {
    return Flow.added(write, Write.class, READ_BACK);
  }

  /** Requests about one or several keys. */
  sealed interface KeyedFlow extends ArionFlow permits RequestFlow, Write {
    @Doc(value = "keys in a request", byDefault = "1", least = 1, most = 10_000)
    Integer keys();
  }

  /** Requests of keys some of which are not there. */
  sealed interface RequestFlow extends KeyedFlow {
    @Doc(value = "share of the keys that are not there", byDefault = "none")
    Share unknown();
  }

  /** Unary reads. */
  @Doc("unary reads, ArionMasterService.RequestGoalstates")
  record Read(
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
    public Read {
      keys = keys == null ? 1 : keys;
      window = window == null ? 1 : window;
    }
  }

  /** The time at which a client half-closes its stream. */
  enum End {
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
  @Doc("streams of reads, ArionMasterService.RequestGoalstateStream")
  record Stream(
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
  @Doc(
      "writes, GoalStateProvisioner.PushGoalstates; each flow of this kind writes a part of the rules"
          + " of its own")
  record Write(
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
                      + " the flow readBack, or NAMEReadBack of a flow with another name than write, has"
                      + " the times",
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
  @Doc("full loads of a group by gRPC, Watch.Watch from revision 0 on")
  record Watch(@Inline Timing timing) implements ArionFlow {}

  /** Full loads by a Hazelcast client. */
  @Doc("full loads of a group by a Hazelcast client, without the server")
  record HazelcastWatch(@Inline Timing timing) implements ArionFlow {}
}
