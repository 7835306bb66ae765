// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.watch;

import io.fleetload.arion.profile.ArionProfile;
import io.fleetload.arion.profile.Watchers;
import io.fleetload.arion.provision.RuleServer;
import io.fleetload.arion.rule.RuleMap;
import io.fleetload.arion.rule.RuleNotice;
import io.fleetload.arion.rule.RuleSet;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.driver.RunClock;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The watchers of all groups. Watcher {@code group · watchers a group + receiver} is a receiver of
 * its group's rules: those by gRPC have the first numbers, those of Hazelcast the ones after.
 */
final class AllWatchers implements AutoCloseable {
  /** Servers refuse many more streams of one connection. */
  private static final int MOST_OF_A_CONNECTION = 100;

  private final ArionProfile profile;
  private final RuleSet rules;
  private final RunClock clock;
  private final Consumer<RuleNotice> heard;
  private final List<RuleServer> connections = new ArrayList<>();
  private final List<GroupWatch> byGrpc = new ArrayList<>();

  /** The last marker that each watcher heard of; -1 before the first. */
  private final int[] marker;

  private RuleMap map;

  AllWatchers(ArionProfile profile, RunClock clock, Consumer<RuleNotice> heard) {
    this.profile = profile;
    this.rules = new RuleSet(profile.rules());
    this.clock = clock;
    this.heard = heard;
    this.marker = new int[profile.watchers().each() * rules.groups()];
    Arrays.fill(marker, -1);
  }

  /**
   * Begins to watch.
   *
   * @param versions from which version on, by group
   */
  void begin(long[] versions) throws TargetException, UsageException {
    Watchers wanted = profile.watchers();
    if (wanted.hazelcast() > 0) {
      map = RuleMap.open(profile.target());
    }
    for (int group = 0; group < rules.groups(); group++) {
      int first = group * wanted.each();
      for (int i = 0; i < wanted.grpc(); i++) {
        GroupWatch watch =
            new GroupWatch(connection(), first + i, RuleSet.groupName(group), clock, heard);
        byGrpc.add(watch);
        watch.begin(versions[group]);
      }
      for (int i = wanted.grpc(); i < wanted.each(); i++) {
        String name = RuleSet.groupName(group);
        map.listen(name, new OfMap(first + i, name));
        // Hazelcast answers once it listens.
        marker[first + i] = 0;
      }
    }
  }

  private RuleServer connection() throws UsageException {
    if (byGrpc.size() % MOST_OF_A_CONNECTION == 0) {
      connections.add(new RuleServer(profile.target()));
    }
    return connections.get(connections.size() - 1);
  }

  private final class OfMap implements RuleMap.Listener {
    private final int number;
    private final String group;

    OfMap(int number, String group) {
      this.number = number;
      this.group = group;
    }

    @Override
    public void written(NeighborRule rule) {
      heard.accept(RuleNotice.of(number, group, rule, false, clock.nanos()));
    }

    @Override
    public void deleted(NeighborRule rule) {
      heard.accept(RuleNotice.of(number, group, rule, true, clock.nanos()));
    }
  }

  /** Notes that a watcher heard of a marker. */
  void marked(int watcher, int serial) {
    marker[watcher] = Math.max(marker[watcher], serial);
  }

  /** Number of watchers that did not hear of a marker yet. */
  long without(int serial) {
    return Arrays.stream(marker).filter(each -> each < serial).count();
  }

  /** Number of watchers. */
  int count() {
    return marker.length;
  }

  /** The reason why the first stream that ended has ended; null if all watchers have a stream. */
  Throwable ended() {
    return byGrpc.stream()
        .map(GroupWatch::ended)
        .filter(each -> each != null)
        .findFirst()
        .orElse(null);
  }

  /** Restarts the watchers that have lost their stream. */
  void beginAnew() {
    byGrpc.stream().filter(each -> each.ended() != null).forEach(GroupWatch::beginAnew);
  }

  /** The number of a watcher among those of its group. */
  int receiver(int watcher) {
    return watcher % profile.watchers().each();
  }

  /** The group that a watcher watches. */
  int group(int watcher) {
    return watcher / profile.watchers().each();
  }

  @Override
  public void close() {
    connections.forEach(RuleServer::close);
    if (map != null) {
      map.close();
    }
  }
}
