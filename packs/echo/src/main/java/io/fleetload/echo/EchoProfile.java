// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.flow.Step;
import io.fleetload.profile.Common;
import io.fleetload.profile.Devices;
import io.fleetload.profile.Fleet;
import io.fleetload.profile.Flow;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.profile.key.Unwrapped;
import io.fleetload.quantity.HostPort;
import io.fleetload.quantity.Span;
import java.util.LinkedHashMap;
import java.util.Map;

/** The profile of a load test of the echo server. */
public record EchoProfile(
    @Unwrapped Common common,
    @Doc("the server under test") Place target,
    @Doc(value = "whether a backend receives what the server was sent", byDefault = "true")
        Boolean backend,
    @Doc(
            value = "whether the server stores what it was sent, and the backend reads that",
            byDefault = "false")
        Boolean store,
    @Doc(
            value = "how many connections of the backend the server tells of each message",
            byDefault = "1",
            least = 1,
            most = 1_000)
        Integer listeners,
    @Doc(value = "the fleet", required = true) Named devices,
    @Doc(value = "the flows of messages", required = true) Flows flows)
    implements LoadProfile {
  /** What a run's own server is called in its result. */
  static final String EMBEDDED = "embedded echo server on this host";

  static final String ECHO = "echo";
  static final String AGAIN = "again";
  static final String ASK = "ask";
  static final String ANSWER = "answer";

  /**
   * The server under test.
   *
   * @param server null for one that is started for the run
   */
  public record Place(
      @Doc(
              value = "host:port of a server that runs already",
              byDefault = "one is started for the run",
              form = HostPort.FORM,
              expected = "host:port")
          String server,
      @Doc(
              value = "a server started for the run does not store every so-many-th message",
              byDefault = "0, for none",
              least = 0)
          Integer forgets,
      @Doc(
              value =
                  "a server started for the run does not tell listener 1 (they count from 0) of"
                      + " every so-many-th message",
              byDefault = "0, for none",
              least = 0)
          Integer misses) {
    /** Fills in what the profile leaves open. */
    public Place {
      forgets = forgets == null ? 0 : forgets;
      misses = misses == null ? 0 : misses;
    }
  }

  /** The devices. */
  public record Named(
      @Unwrapped Fleet fleet,
      @Doc(
              value = "a device's name; {index} counts from 0",
              byDefault = "device-{index}",
              form = "[A-Za-z0-9._-]*\\{index\\}[A-Za-z0-9._-]*",
              expected = "a name with {index} in it, such as device-{index}")
          String id)
      implements Devices {
    /** Fills in what the profile leaves open. */
    public Named {
      fleet = fleet.orPlain();
      id = id == null ? "device-{index}" : id;
    }
  }

  public record Flows(
      @Doc("messages that the server sends back") Echo echo,
      @Doc("messages that the backend answers with a command, which the server pushes") Ask ask,
      @Doc("messages that follow each of echo as steps of its device") Again again) {}

  /** Messages that come back. */
  public record Echo(
      @Unwrapped Timing timing,
      @Doc(
              value = "messages of a device under way at once",
              byDefault = "1",
              least = 1,
              most = 1_000)
          Integer window,
      @Doc(
              value = "how often each message comes back",
              byDefault = "1",
              least = 1,
              most = 1_000_000)
          Integer responses)
      implements Flow {
    /** Fills in what the profile leaves open. */
    public Echo {
      window = window == null ? 1 : window;
      responses = responses == null ? 1 : responses;
    }
  }

  /** Messages that ask for a command. */
  public record Ask(@Unwrapped Timing timing) implements Flow {}

  /** Messages that follow each message of the flow {@code echo}, as steps of a user. */
  public record Again(
      @Doc(
              value = "how many follow each message of echo, one after the other",
              byDefault = "1",
              least = 1,
              most = 1_000)
          Integer times,
      @Doc(value = "from the outcome before to each of them", byDefault = "0s") Span think) {
    /** Fills in what the profile leaves open. */
    public Again {
      times = times == null ? 1 : times;
      think = think == null ? new Span(0) : think;
    }

    Step step() {
      return new Step(ECHO, times, think, 0);
    }
  }

  /** Fills in what the profile leaves open. */
  public EchoProfile {
    target = target == null ? new Place(null, null, null) : target;
    backend = backend == null || backend;
    store = store != null && store;
    listeners = listeners == null ? 1 : listeners;
    common = common.completed(byName(flows).values(), devices.timeout());
  }

  @Override
  @JsonIgnore
  public Map<String, Flow> flowsByName() {
    return byName(flows);
  }

  private static Map<String, Flow> byName(Flows flows) {
    Map<String, Flow> byName = new LinkedHashMap<>();
    if (flows.echo() != null) {
      byName.put(ECHO, flows.echo());
    }
    if (flows.ask() != null) {
      byName.put(ASK, flows.ask());
    }
    return byName;
  }

  @Override
  public String tested() {
    return target.server() == null ? EMBEDDED : "echo server";
  }

  @Override
  public void check(ProfileChecks checks) {
    if (target.server() != null) {
      HostPort.check("target.server", target.server(), checks);
    }
    if (!backend && flows.ask() != null) {
      checks.problem(
          "flows.ask", "needs a backend that answers; leave out backend: false, or this");
    }
    if (!backend && store) {
      checks.problem("store", "needs a backend that reads it; leave out backend: false, or this");
    }
    if (!backend && listeners > 1) {
      checks.problem(
          "listeners", "needs a backend that listens; leave out backend: false, or this");
    }
    if (target.misses() > 0 && listeners == 1) {
      checks.problem("target.misses", "needs a listener 1; add listeners: 2, or leave it out");
    }
    if (target.forgets() > 0 && !store) {
      checks.problem(
          "target.forgets", "needs a store to forget in; add store: true, or leave it out");
    }
  }
}
