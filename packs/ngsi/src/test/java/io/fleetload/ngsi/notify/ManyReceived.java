// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import com.sun.management.OperatingSystemMXBean;
import io.fleetload.driver.Arrival;
import io.fleetload.driver.BackendDriver.Reception;
import io.fleetload.driver.RunClock;
import io.fleetload.health.BackendWatch;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.process.StopSignal;
import io.fleetload.profile.Generator;
import io.fleetload.results.run.MessageSet;
import io.fleetload.rig.ArrivalsAlone;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** Receives the notifications of many subscriptions, and says what that took. */
final class ManyReceived {
  static final RunId RUN = new RunId(0x1f00a);

  /** What follows says how many arrived, and how many of them after a later one. */
  static final String ARRIVED = "arrived ";

  private ManyReceived() {}

  /** Arguments: the broker's URL, subscriptions, notifications of each. */
  public static void main(String[] arguments) throws Exception {
    int subscriptions = Integer.parseInt(arguments[1]);
    long all = (long) subscriptions * Integer.parseInt(arguments[2]);
    NgsiProfile profile =
        Profiles.of(
            "url: \"%s\"".formatted(arguments[0]),
            "subscriptions: [ { type: store, id: \"urn:{{n}}\", count: %d, stamp: senttime } ]"
                .formatted(subscriptions));
    Counted book = new Counted(subscriptions);
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    try (Reception reception =
        new NotificationBackend(profile, RunClock.system(), new StopSignal())
            .open(book, new BackendWatch(new Generator(null)))) {
      System.out.println("ready");
      long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
      reception.receive(
          () -> book.numbers.size() >= all / 2 || System.nanoTime() > until, () -> {});
      // The first half warms the virtual machine up.
      long before = system.getProcessCpuTime();
      reception.receive(() -> book.numbers.size() == all || System.nanoTime() > until, () -> {});
      double micros = (system.getProcessCpuTime() - before) / 1e3 / (all - all / 2);
      System.out.println(ARRIVED + book.numbers.size() + " " + book.overtaken);
      System.out.printf("%.1f us of CPU a notification%n", micros);
    }
  }

  /** Which messages arrived; device and number are those of the stamp. */
  private static final class Counted extends ArrivalsAlone {
    final MessageSet numbers = new MessageSet();
    private final int[] next;
    long overtaken;

    Counted(int devices) {
      next = new int[devices];
    }

    @Override
    public RunId runId() {
      return RUN;
    }

    @Override
    public Arrival arrived(Stamp stamp, long received, int receiver) {
      overtaken += stamp.n() < next[stamp.device()] ? 1 : 0;
      next[stamp.device()] = Math.max(next[stamp.device()], stamp.n() + 1);
      return numbers.add(stamp.n()) ? Arrival.FIRST : Arrival.DUPLICATE;
    }

    @Override
    public void unstamped() {
      throw new AssertionError("all have a stamp");
    }

    @Override
    public void foreign() {
      throw new AssertionError("all are of this run");
    }
  }
}
