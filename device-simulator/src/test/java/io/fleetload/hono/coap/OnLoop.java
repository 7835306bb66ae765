// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.coap;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.hono.HonoFleet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A fleet's links as a test calls them from its own thread. */
final class OnLoop {
  private final HonoFleet fleet;

  OnLoop(HonoFleet fleet) {
    this.fleet = fleet;
  }

  /** Opens a session and says how: its traits. */
  Set<String> connect(int session) throws Exception {
    return outcome(exchange -> fleet.link(session).connect(exchange)).get(120, TimeUnit.SECONDS);
  }

  /** Sends a message of so many bytes and waits for its confirmation. */
  void send(int session, int bytes) throws Exception {
    sending(session, bytes).get(120, TimeUnit.SECONDS);
  }

  /** Sends a message of so many bytes. */
  CompletableFuture<Set<String>> sending(int session, int bytes) {
    return outcome(
        exchange ->
            fleet
                .link(session)
                .send(new Message("telemetry", session, 0, null, null, new byte[bytes]), exchange));
  }

  /** Ends a session as a device does that leaves. */
  void close(int session) throws Exception {
    run(() -> fleet.link(session).close());
  }

  /** Loses a session as a device does whose power fails. */
  void lose(int session) throws Exception {
    run(() -> fleet.link(session).lose(Cause.Transport.DISCONNECTED));
  }

  /** Goes on from another port. */
  void rebind(int session) throws Exception {
    run(() -> ((DeviceLink.RoamingLink) fleet.link(session)).rebind());
  }

  <T> T call(Callable<T> work) throws Exception {
    CompletableFuture<T> result = new CompletableFuture<>();
    fleet
        .loop()
        .execute(
            () -> {
              try {
                result.complete(work.call());
              } catch (Exception e) {
                result.completeExceptionally(e);
              }
            });
    return result.get(120, TimeUnit.SECONDS);
  }

  private void run(ThrowingRunnable work) throws Exception {
    Object done =
        call(
            () -> {
              work.run();
              return "";
            });
    assert done != null;
  }

  /** Work that may fail. */
  private interface ThrowingRunnable {
    void run() throws Exception;
  }

  private CompletableFuture<Set<String>> outcome(Consumer<DeviceLink.Exchange> work) {
    CompletableFuture<Set<String>> outcome = new CompletableFuture<>();
    fleet
        .loop()
        .execute(
            () ->
                work.accept(
                    new DeviceLink.Exchange() {
                      @Override
                      public void opened(Set<String> traits) {
                        once(outcome.complete(traits));
                      }

                      @Override
                      public void succeeded(Inbound inbound) {
                        once(outcome.complete(Set.of()));
                      }

                      @Override
                      public void failed(Cause cause) {
                        outcome.completeExceptionally(new AssertionError(cause.key()));
                      }
                    }));
    return outcome;
  }

  private static void once(boolean first) {
    if (!first) {
      throw new IllegalStateException("a second outcome");
    }
  }
}
