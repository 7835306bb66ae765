// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.http;

import io.fleetload.body.Feeders;
import io.fleetload.driver.RunClock;
import io.fleetload.driver.ShardDevices;
import io.fleetload.driver.WireLoop;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.wire.LinkDriver;
import io.fleetload.wire.netty.EventLoopWire;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.impl.ContextInternal;
import java.util.List;

/** The users of a profile: their connections, all on one event loop of Vert.x'. */
public final class NgsiFleet extends LinkDriver<HttpLink> {
  /** The parts of a request's time, in the order in which exchanges get them. */
  public static final List<String> PARTS = PartTimes.NAMES;

  private final Vertx vertx;
  private final EventLoopWire wire;

  private NgsiFleet(
      NgsiProfile profile, ShardDevices own, RunClock clock, Requests requests, Vertx vertx)
      throws TargetException, UsageException {
    super(own);
    this.vertx = vertx;
    ContextInternal context = (ContextInternal) vertx.getOrCreateContext();
    this.wire = new EventLoopWire(context.nettyEventLoop());
    HttpConnector connector =
        new HttpConnector(
            profile, vertx, context, wire, session -> listener().unexpectedAnswer(session));
    HttpLink.LinkSettings shared =
        new HttpLink.LinkSettings(wire, clock, connector, requests, this::listener);
    make(place -> new HttpLink(shared, own.device(place)));
  }

  /**
   * Makes the connections of a profile; none is open yet.
   *
   * @param own the connections that this process opens
   * @param feeders the profile's files of data
   * @throws TargetException if the broker's host is not known
   * @throws UsageException if a template, a header or the file of {@code target.tls} is of no use
   */
  public static NgsiFleet start(
      NgsiProfile profile, ShardDevices own, RunClock clock, Feeders feeders)
      throws TargetException, UsageException {
    Requests requests = new Requests(profile, feeders, clock);
    Vertx vertx = oneEventLoop();
    try {
      return new NgsiFleet(profile, own, clock, requests, vertx);
    } catch (TargetException | UsageException e) {
      var unused = vertx.close();
      throw e;
    }
  }

  /** Epoll's timers are finer than a millisecond. */
  private static Vertx oneEventLoop() {
    return Vertx.vertx(
        new VertxOptions()
            .setEventLoopPoolSize(1)
            .setWorkerPoolSize(1)
            .setInternalBlockingPoolSize(1)
            .setPreferNativeTransport(true)
            .setUseDaemonThread(true)
            .setFileSystemOptions(
                new FileSystemOptions()
                    .setFileCachingEnabled(false)
                    .setClassPathResolvingEnabled(false)));
  }

  @Override
  public WireLoop loop() {
    return wire;
  }

  @Override
  public void close() {
    wire.execute(
        () -> {
          closeLinks();
          var unused = vertx.close();
        });
  }
}
