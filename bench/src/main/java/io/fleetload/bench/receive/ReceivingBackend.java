// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.receive;

import io.fleetload.backend.ledger.ArrivalLedger;
import io.fleetload.backend.ledger.ClockWatch;
import io.fleetload.bench.contestant.Contestant;
import io.fleetload.driver.BackendDriver;
import io.fleetload.driver.RunClock;
import io.fleetload.flow.FlowSet;
import io.fleetload.health.BackendWatch;
import io.fleetload.hono.HonoPack;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.process.StopSignal;
import io.fleetload.results.run.Shard;
import io.fleetload.scenario.Scenario;

/** The product's backend, or one of several: polls, finds the stamps, and keeps its ledger. */
public final class ReceivingBackend implements Contestant {
  /** Time between two looks at the counts, in ns; a run's backend reports them once a second. */
  private static final long LOOK_NANOS = 100_000_000L;

  private final String kafka;
  private final double perSecond;
  private final Shard part;
  private final RunClock clock = RunClock.system();
  private ArrivalLedger ledger;
  private BackendDriver.Reception reception;
  private long read;
  private long looked;

  /**
   * Not connected.
   *
   * @param kafka host:port
   * @param perSecond how many records were written for each second of a window
   * @param part which of the backends it is
   */
  public ReceivingBackend(String kafka, double perSecond, Shard part) {
    this.kafka = kafka;
    this.perSecond = perSecond;
    this.part = part;
  }

  @Override
  public Deeds connect(int count, double ignored) throws Exception {
    HonoProfile profile = Records.profile(kafka);
    FlowSet flows = Scenario.of(new HonoPack(), profile).flows();
    ledger =
        new ArrivalLedger(
                flows.names(),
                flows.answers(),
                Records.DEVICES,
                Records.RUN,
                ClockWatch.ofThisHost())
            .ofPart(part);
    BackendDriver driver =
        new HonoPack().describe(profile).backend(clock, new StopSignal()).orElseThrow().part(part);
    reception = driver.open(ledger, new BackendWatch(profile.generator()));
    return new Deeds(count, 0, 0);
  }

  /** Each backend has the same share, as devices are dealt to partitions in turn. */
  @Override
  public Deeds send(double seconds) throws Exception {
    long before = read;
    long wanted = before + Math.round(seconds * perSecond / part.of());
    long latest = clock.nanos() + Records.longest(seconds);
    reception.receive(() -> read >= wanted || clock.nanos() > latest, this::look);
    return new Deeds(read - before, Math.max(0, wanted - read), 0);
  }

  private void look() {
    long now = clock.nanos();
    if (now - looked >= LOOK_NANOS) {
      looked = now;
      read = ledger.figures().receiptsSoFar().first();
    }
  }

  @Override
  public void disconnect() {
    reception.close();
  }
}
