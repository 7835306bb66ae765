// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.watch;

import io.fleetload.arion.provision.RuleServer;
import io.fleetload.arion.rule.RuleNotice;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.arion.schema.Operation;
import io.fleetload.arion.schema.WatchRequest;
import io.fleetload.driver.RunClock;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * A watcher of a group by gRPC. If its stream ends it can begin again, from the version that it
 * heard last. It never hears of rules that were overwritten meanwhile.
 */
final class GroupWatch {
  private final RuleServer server;
  private final int number;
  private final String group;
  private final RunClock clock;
  private final Consumer<RuleNotice> heard;
  private volatile Throwable ended;
  private volatile long version;

  /**
   * A watcher.
   *
   * @param number its number among all
   * @param heard hears of each rule, on the connection's thread
   */
  GroupWatch(
      RuleServer server, int number, String group, RunClock clock, Consumer<RuleNotice> heard) {
    this.server = server;
    this.number = number;
    this.group = group;
    this.clock = clock;
    this.heard = heard;
  }

  /** Begins to watch, from a version on. */
  void begin(long from) {
    version = from - 1;
    ended = null;
    server.watch(new Rules()).onNext(new WatchRequest(group, from).write());
  }

  /** Begins again after the version that it heard last. */
  void beginAnew() {
    begin(version + 1);
  }

  /** The reason why its stream ended; null while it watches. */
  Throwable ended() {
    return ended;
  }

  private final class Rules implements StreamObserver<byte[]> {
    @Override
    public void onNext(byte[] message) {
      try {
        NeighborRule rule = NeighborRule.read(message);
        version = Math.max(version, rule.version());
        boolean deleted = rule.operation() == Operation.DELETE.number();
        heard.accept(RuleNotice.of(number, group, rule, deleted, clock.nanos()));
      } catch (IOException e) {
        onError(e);
      }
    }

    @Override
    public void onError(Throwable why) {
      ended = why;
    }

    @Override
    public void onCompleted() {
      ended = new IOException("the server ended the watch");
    }
  }
}
