// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.provisioning;

import io.fleetload.pack.Provisioner;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/** Tells at most once a second how far a piece of work is, how fast it goes and what is left. */
final class WorkMeter {
  private static final long SECOND = 1_000_000_000L;

  private final Teller teller;
  private final LongSupplier nanoTime;

  WorkMeter(Teller teller, LongSupplier nanoTime) {
    this.teller = teller;
    this.nanoTime = nanoTime;
  }

  IntConsumer begin(String what, long of) {
    return new Meter(what, of, nanoTime.getAsLong());
  }

  /** Several threads work on it. */
  private final class Meter implements IntConsumer {
    private final String what;
    private final long of;
    private final long began;
    private long told;
    private long done;

    Meter(String what, long of, long began) {
      this.what = what;
      this.of = of;
      this.began = began;
      this.told = began;
    }

    @Override
    public synchronized void accept(int more) {
      done += more;
      long now = nanoTime.getAsLong();
      if (now - told >= SECOND) {
        told = now;
        double perSecond = done * (double) SECOND / (now - began);
        Double left = done == 0 ? null : Math.max(0, of - done) / perSecond;
        teller.tell(new ToolEvent.WorkProgress(Provisioner.TOOL, what, done, of, perSecond, left));
      }
    }
  }
}
