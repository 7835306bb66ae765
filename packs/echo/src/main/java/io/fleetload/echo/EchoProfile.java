// SPDX-License-Identifier: EPL-2.0
package io.fleetload.echo;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fleetload.profile.Common;
import io.fleetload.profile.Flow;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.NamedDevices;
import io.fleetload.profile.SystemUnderTest;
import io.fleetload.profile.Timing;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.HostPort;
import io.fleetload.quantity.Span;
import java.util.Map;

/** The profile of a load test of the echo server. */
public record EchoProfile(
    @Inline Common common,
    @Doc("the server under test") Place target,
    @Doc(value = "whether a backend receives what the server was sent", byDefault = "true")
        Boolean backend,
    @Doc(value = "whether the server has a store, which the backend reads", byDefault = "false")
        boolean store,
    @Doc(value = "listeners that hear of each message", byDefault = "1", least = 1, most = 1_000)
        Integer listeners,
    @Doc(value = "the fleet", required = true) NamedDevices devices,
    @Doc(value = "the flows of messages, each by a name of your choice", required = true)
        Map<String, EchoFlow> flows)
    implements LoadProfile {
  static final String EMBEDDED = "embedded echo server on this host";

  /** The pack's word for the answers to the commands of a flow. */
  static final String ANSWER = "answer";

  /** The server under test; one is started for the run where none is named. */
  public record Place(
      @Doc(
              value = "host:port of a server that runs already",
              byDefault = "one is started for the run",
              form = HostPort.FORM,
              expected = "host:port")
          String server,
      @Doc(value = "a started server forgets each n-th message", byDefault = "0", least = 0)
          int forgets,
      @Doc(value = "a started server hides each n-th from listener 1", byDefault = "0", least = 0)
          int misses)
      implements SystemUnderTest {
    @Override
    public String described() {
      return server == null ? EMBEDDED : "echo server";
    }
  }

  /** A flow of any kind. */
  public sealed interface EchoFlow permits Echo, Ask, Again {}

  /** Messages that come back. */
  @Doc("messages that the server sends back")
  public record Echo(
      @Inline Timing timing,
      @Doc(value = "messages of a device at once", byDefault = "1", least = 1, most = 1_000)
          Integer window,
      @Doc(value = "how often each comes back", byDefault = "1", least = 1, most = 1_000_000)
          Integer responses,
      @Doc(
              value =
                  "the messages' own text: one {{stamp}}, by which the backend knows the message,"
                      + " and other placeholders of bodies; a line break becomes a blank",
              byDefault = "{{stamp}}")
          String body)
      implements EchoFlow, Flow {
    /** Fills in what the profile leaves open. */
    public Echo {
      window = window == null ? 1 : window;
      responses = responses == null ? 1 : responses;
      body = body == null ? "{{stamp}}" : body;
    }
  }

  /** Messages that ask for a command. */
  @Doc("messages that the backend answers with a command, which the server pushes")
  public record Ask(@Inline Timing timing) implements EchoFlow, Flow {}

  /** Messages that follow each message of another flow, as steps of a user. */
  @Doc("messages that follow each of another flow as steps of its device")
  public record Again(
      @Doc(value = "the flow that they follow", byDefault = "echo") String after,
      @Doc(value = "how many follow each in turn", byDefault = "1", least = 1, most = 1_000)
          Integer times,
      @Doc(value = "from the outcome before to each of them", byDefault = "0s") Span think)
      implements EchoFlow {
    /** Fills in what the profile leaves open. */
    public Again {
      after = after == null ? "echo" : after;
      times = times == null ? 1 : times;
      think = think == null ? new Span(0) : think;
    }
  }

  /** Fills in what the profile leaves open. */
  public EchoProfile {
    target = target == null ? new Place(null, 0, 0) : target;
    backend = backend == null || backend;
    listeners = listeners == null ? 1 : listeners;
    flows = Flow.inOrder(flows);
    common = common.completed(Flow.of(Flow.class, flows).values(), devices.longestTimeout());
  }

  @Override
  @JsonIgnore
  public Map<String, Flow> flowsByName() {
    return Flow.of(Flow.class, flows);
  }

  @Override
  public void check(ProfileChecks checks) {
    if (target.server() != null) {
      HostPort.check("target.server", target.server(), checks);
    }
    new EchoBodies(this).check(checks);
    if (!backend) {
      String need = "needs a backend; leave out backend: false, or this";
      Flow.of(Ask.class, flows).keySet().forEach(name -> checks.problem("flows." + name, need));
      checks.when(store, "store", need);
      checks.when(listeners > 1, "listeners", need);
    }
    checks.when(
        target.misses() > 0 && listeners == 1,
        "target.misses",
        "needs a listener 1; add listeners: 2, or leave it out");
    checks.when(
        target.forgets() > 0 && !store,
        "target.forgets",
        "needs a store to forget in; add store: true, or leave it out");
  }
}
