// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.profile.Arrivals;
import io.fleetload.profile.Closed;
import io.fleetload.profile.Condition;
import io.fleetload.profile.Coordination;
import io.fleetload.profile.Devices;
import io.fleetload.profile.Doc;
import io.fleetload.profile.FindLimit;
import io.fleetload.profile.FlowRates;
import io.fleetload.profile.Generator;
import io.fleetload.profile.HostPort;
import io.fleetload.profile.Life;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.Phases;
import io.fleetload.profile.ProfileChecks;
import io.fleetload.profile.Rate;
import io.fleetload.profile.Run;
import io.fleetload.profile.Span;
import io.fleetload.profile.Stage;
import io.fleetload.profile.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The profile of a load test of the echo server. */
public record EchoProfile(
    @Doc("where the schema of this file lies, for editors") @JsonProperty("$schema") String schema,
    @Doc(
            value = "the campaign that this profile is for",
            required = true,
            form = "echo",
            expected = "echo")
        String pack,
    @Doc(value = "name and seed of the run", required = true) Run run,
    @Doc("where the shards of a run agree on when to begin and hand in their books")
        Coordination coordination,
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
    @Doc(value = "the fleet", required = true) Fleet devices,
    @Doc(value = "the phases of the run", required = true) Phases phases,
    @Doc(value = "the flows of messages", required = true) Flows flows,
    @Doc("limits over which the generator calls itself the limit") Generator generator,
    @Doc(value = "bounds on figures of the result", byDefault = "those in docs/thresholds.md")
        List<Condition> thresholds,
    @Doc("the run that thresholds may compare with") String baseline,
    @Doc("the search of loadtest find-limit") FindLimit findLimit)
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

  public record Fleet(
      @Doc(value = "how many devices", required = true, least = 1, most = 10_000_000) Integer count,
      @Doc(
              value = "a device's name; {index} counts from 0",
              byDefault = "device-{index}",
              form = "[A-Za-z0-9._-]*\\{index\\}[A-Za-z0-9._-]*",
              expected = "a name with {index} in it, such as device-{index}")
          String id,
      @Doc(value = "local addresses that the devices send from", byDefault = "any")
          List<String> bind,
      @Doc(value = "the longest wait for an outcome", byDefault = "10s") Span timeout,
      @Doc(
              value = "a device connects anew when for that long nothing came back; 0s for never",
              byDefault = "0s")
          Span reconnectAfter,
      @Doc("what the sessions go through while messages flow") Life life,
      @Doc(value = "most messages of a process under way; 0 for any number", byDefault = "0")
          Integer maxInFlight)
      implements Devices {
    /** Fills in what the profile leaves open. */
    public Fleet {
      id = id == null ? "device-{index}" : id;
      bind = bind == null ? List.of() : List.copyOf(bind);
      timeout = timeout == null ? Span.parse("10s") : timeout;
      reconnectAfter = reconnectAfter == null ? new Span(0) : reconnectAfter;
      life = life == null ? Life.NONE : life;
      maxInFlight = maxInFlight == null ? 0 : maxInFlight;
    }
  }

  public record Flows(
      @Doc("messages that the server sends back") Echo echo,
      @Doc("messages that the backend answers with a command, which the server pushes") Ask ask,
      @Doc("messages that follow each of echo as steps of its device") Again again) {}

  /** Messages that come back. */
  public record Echo(
      Rate rate,
      List<Stage> stages,
      Arrivals arrivals,
      Closed closed,
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
      arrivals = Arrivals.orEven(arrivals, closed);
      window = window == null ? 1 : window;
      responses = responses == null ? 1 : responses;
    }
  }

  /** Messages that ask for a command. */
  public record Ask(Rate rate, List<Stage> stages, Arrivals arrivals, Closed closed)
      implements Flow {
    /** Fills in what the profile leaves open. */
    public Ask {
      arrivals = Arrivals.orEven(arrivals, closed);
    }
  }

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
    generator = generator == null ? new Generator(null) : generator;
    phases =
        phases
            .orMeasure(FlowRates.lengthOfStages(byName(flows).values()))
            .orDrain(devices.timeout());
    thresholds = thresholds == null ? List.of() : List.copyOf(thresholds);
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
  public List<String> flowNames() {
    return flows.again() == null ? List.of(ECHO, ASK, ANSWER) : List.of(ECHO, AGAIN, ASK, ANSWER);
  }

  @Override
  public Map<String, Step> steps() {
    return flows.again() == null ? Map.of() : Map.of(AGAIN, flows.again().step());
  }

  @Override
  public Map<String, String> answers() {
    return Map.of(ANSWER, ASK);
  }

  @Override
  public boolean readsStore() {
    return store;
  }

  @Override
  public Set<String> flowsOfSeveralReceivers() {
    return listeners > 1 ? Set.copyOf(flowNames()) : Set.of();
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
    LoadProfile.super.check(checks);
  }
}
