// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.watch;

import com.hazelcast.nio.serialization.HazelcastSerializationException;
import io.fleetload.arion.grpc.GroupLoad;
import io.fleetload.arion.grpc.GrpcCause;
import io.fleetload.arion.profile.ArionFlow;
import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.rule.RuleContents;
import io.fleetload.arion.rule.RuleMap;
import io.fleetload.arion.rule.RuleSet;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceDriver;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Message;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.WireLoop;
import io.fleetload.process.TargetException;
import io.fleetload.profile.Flow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Clients with some messages that are full loads by a client of Hazelcast. That client blocks, so
 * these run on threads of their own; all else is the other driver's.
 */
public final class HazelcastFleet implements DeviceDriver {
  private final DeviceDriver fleet;
  private final RuleMap map;
  private final RuleSet rules;
  private final RuleContents contents;
  private final Set<String> loading;
  private final RunClock clock;
  private final ExecutorService loads;
  private final Map<Integer, DeviceLink> links = new HashMap<>();

  private HazelcastFleet(ArionProfile profile, DeviceDriver fleet, RuleMap map, RunClock clock) {
    this.fleet = fleet;
    this.map = map;
    this.rules = new RuleSet(profile.rules());
    this.contents = new RuleContents(profile);
    this.loading = Flow.of(ArionFlow.HazelcastWatch.class, profile.flows()).keySet();
    this.clock = clock;
    this.loads = Executors.newCachedThreadPool();
  }

  /**
   * Connects to Hazelcast.
   *
   * @param fleet what carries the other flows' messages
   * @throws TargetException if no member is there
   */
  public static HazelcastFleet start(ArionProfile profile, DeviceDriver fleet, RunClock clock)
      throws TargetException {
    try {
      return new HazelcastFleet(profile, fleet, RuleMap.open(profile.target()), clock);
    } catch (TargetException e) {
      fleet.close();
      throw e;
    }
  }

  @Override
  public DeviceLink link(int session) {
    return links.computeIfAbsent(session, each -> new Link(fleet.link(each)));
  }

  @Override
  public WireLoop loop() {
    return fleet.loop();
  }

  @Override
  public void listen(Listener listener) {
    fleet.listen(listener);
  }

  @Override
  public void close() {
    loads.shutdownNow();
    map.close();
    fleet.close();
  }

  /** A connection of the other driver, and the full loads of its clients. */
  private final class Link implements DeviceLink {
    private final DeviceLink link;
    private final Set<Exchange> underWay = new HashSet<>();

    Link(DeviceLink link) {
      this.link = link;
    }

    @Override
    public void connect(Exchange exchange) {
      link.connect(exchange);
    }

    @Override
    public void send(Message message, Exchange exchange) {
      if (!loading.contains(message.flow())) {
        link.send(message, exchange);
        return;
      }
      underWay.add(exchange);
      int group = message.stamp().n() % rules.groups();
      GroupLoad load = new GroupLoad(rules, contents, group, message.stamp().run());
      loads.execute(() -> load(RuleSet.groupName(group), load, exchange));
    }

    private void load(String group, GroupLoad load, Exchange exchange) {
      try {
        long now = clock.epochNanos(clock.nanos());
        int good = 0;
        Cause wrong = null;
        for (NeighborRule each : map.load(group)) {
          Cause flaw = load.flaw(each, now);
          if (flaw == null) {
            good++;
          } else if (flaw != GrpcCause.NOT_COUNTED) {
            wrong = flaw;
          }
        }
        int rulesOfGroup = good;
        Cause cause = wrong;
        loop().execute(() -> loaded(rulesOfGroup, cause, exchange));
      } catch (HazelcastSerializationException e) {
        loop().execute(() -> failed(GrpcCause.UNREADABLE, exchange));
      } catch (RuntimeException e) {
        // The client has many kinds of failure, and none has a code.
        loop().execute(() -> failed(Cause.Transport.OTHER, exchange));
      }
    }

    private void loaded(int rulesOfGroup, Cause wrong, Exchange exchange) {
      if (!underWay.remove(exchange)) {
        return;
      }
      for (int i = 0; i < rulesOfGroup; i++) {
        exchange.responded();
      }
      if (wrong == null) {
        exchange.succeeded(null);
      } else {
        exchange.failed(wrong);
      }
    }

    private void failed(Cause cause, Exchange exchange) {
      if (underWay.remove(exchange)) {
        exchange.failed(cause);
      }
    }

    @Override
    public void abandon(Exchange exchange) {
      if (!underWay.remove(exchange)) {
        link.abandon(exchange);
      }
    }

    @Override
    public void close() {
      lost(Cause.Transport.DISCONNECTED);
      link.close();
    }

    @Override
    public void lose(Cause cause) {
      lost(cause);
      link.lose(cause);
    }

    private void lost(Cause cause) {
      Set<Exchange> lost = Set.copyOf(underWay);
      underWay.clear();
      lost.forEach(each -> each.failed(cause));
    }
  }
}
