// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.peer;

import io.fleetload.bench.Contestant;
import io.fleetload.bench.fleet.HonoLoad;
import io.fleetload.hono.name.DeviceKeys;
import io.fleetload.hono.profile.HonoDevices;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.californium.core.CoapHandler;
import org.eclipse.californium.core.CoapResponse;
import org.eclipse.californium.core.coap.MessageObserver;
import org.eclipse.californium.core.coap.MessageObserverAdapter;
import org.eclipse.californium.elements.config.Configuration;
import org.eclipse.californium.elements.util.ExecutorsUtil;
import org.eclipse.californium.elements.util.NamedThreadFactory;

/** Many devices as Californium's benchmark client makes them, in a closed loop. */
public final class PeerFleet implements Contestant {
  private static final long LONGEST_WAIT_SECONDS = 120;

  private final String uri;
  private final byte[] payload;
  private final Configuration settings = PeerSettings.ofOneClient();
  private final DeviceKeys keys = new DeviceKeys(new HonoDevices.Psk(HonoLoad.SECRET));
  private final ScheduledExecutorService executor =
      ExecutorsUtil.newScheduledThreadPool(
          Runtime.getRuntime().availableProcessors(), new NamedThreadFactory("peer#"));
  private final ScheduledThreadPoolExecutor secondary = new ScheduledThreadPoolExecutor(1);
  private final List<PeerDevice> devices = new ArrayList<>();
  private final LongAdder requests = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder repeated = new LongAdder();
  private final MessageObserver repetitions =
      new MessageObserverAdapter() {
        @Override
        public void onRetransmission() {
          repeated.increment();
        }
      };

  private volatile boolean going;

  /** A fleet without devices. */
  public PeerFleet(int port, int bytes) {
    this.uri = "coaps://127.0.0.1:" + port + "/telemetry";
    this.payload = new byte[bytes];
  }

  @Override
  public Deeds connect(int count, double perSecond) throws Exception {
    reset();
    CountDownLatch answered = new CountDownLatch(count);
    long begun = System.nanoTime();
    int first = devices.size();
    for (int i = 0; i < count; i++) {
      long wait = begun + Math.round(i / perSecond * 1e9) - System.nanoTime();
      if (wait > 0) {
        LockSupport.parkNanos(wait);
      }
      String name = "device-" + (first + i);
      PeerDevice device =
          new PeerDevice(
              name + "@bench", keys.of(name), uri, payload, settings, executor, secondary);
      devices.add(device);
      device.post(new Loop(device, answered, false), repetitions);
    }
    if (!answered.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(answered.getCount() + " devices have no answer");
    }
    return deeds();
  }

  @Override
  public Deeds send(double seconds) throws Exception {
    reset();
    going = true;
    CountDownLatch ended = new CountDownLatch(devices.size());
    for (PeerDevice device : devices) {
      device.post(new Loop(device, ended, true), repetitions);
    }
    LockSupport.parkNanos(Math.round(seconds * 1e9));
    going = false;
    if (!ended.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(ended.getCount() + " devices have no answer");
    }
    return deeds();
  }

  @Override
  public void disconnect() {
    devices.forEach(PeerDevice::close);
    devices.clear();
  }

  private void reset() {
    requests.reset();
    failed.reset();
    repeated.reset();
  }

  private Deeds deeds() {
    return new Deeds(requests.sum(), failed.sum(), repeated.sum());
  }

  private final class Loop implements CoapHandler {
    private final PeerDevice device;
    private final CountDownLatch ended;
    private final boolean again;

    Loop(PeerDevice device, CountDownLatch ended, boolean again) {
      this.device = device;
      this.ended = ended;
      this.again = again;
    }

    @Override
    public void onLoad(CoapResponse response) {
      requests.increment();
      goOn();
    }

    @Override
    public void onError() {
      failed.increment();
      goOn();
    }

    private void goOn() {
      if (again && going) {
        device.post(this, repetitions);
      } else {
        ended.countDown();
      }
    }
  }
}
