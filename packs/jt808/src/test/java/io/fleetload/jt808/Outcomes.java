// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What comes of exchanges, in its order. */
public final class Outcomes {
  private final BlockingQueue<String> all = new LinkedBlockingQueue<>();

  /** An exchange whose outcome is told under that name. */
  DeviceLink.Exchange of(String name) {
    return new DeviceLink.Exchange() {
      @Override
      public void opened(Set<String> traits) {
        add(name + " opened");
      }

      @Override
      public void succeeded(Inbound inbound) {
        add(name + " succeeded");
      }

      @Override
      public void failed(Cause cause) {
        add(name + " failed " + cause.key());
      }
    };
  }

  void add(String outcome) {
    all.add(outcome);
  }

  public String next() throws InterruptedException {
    return all.poll(Platform.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Those that came and were not asked for. */
  int left() {
    return all.size();
  }
}
