// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded.adapter.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.hono.client.ClientErrorException;
import org.eclipse.hono.client.ServerErrorException;
import org.eclipse.hono.client.command.CommandContext;
import org.eclipse.hono.client.command.ProtocolAdapterCommandConsumer;
import org.eclipse.hono.util.TenantObject;

/**
 * A request's wait for a command. It is over with the first command, with its time, or with the
 * connection; the request is answered when Hono knows that the device waits no longer, so that its
 * next request can wait again.
 */
final class CommandWait {
  /** The wait of a request that does not wait. */
  static final CommandWait NONE = new CommandWait(Future.succeededFuture(Optional.empty()));

  private final Promise<Optional<CommandContext>> came = Promise.promise();
  private Future<Optional<CommandContext>> command;
  private boolean over;

  private CommandWait(Future<Optional<CommandContext>> command) {
    this.command = command;
  }

  static Future<CommandWait> begin(HttpAdapter adapter, DeviceRequest asked, TenantObject tenant) {
    CommandWait wait = new CommandWait(null);
    Duration within = Duration.ofSeconds(asked.ttd());
    Future<ProtocolAdapterCommandConsumer> consumer =
        asked.isOfGateway()
            ? adapter
                .getCommandConsumerFactory()
                .createCommandConsumer(
                    tenant.getTenantId(),
                    asked.deviceId(),
                    asked.getAuthenticatedDevice().getDeviceId(),
                    false,
                    given -> wait.take(adapter, tenant, given),
                    within,
                    asked.getTracingContext())
            : adapter
                .getCommandConsumerFactory()
                .createCommandConsumer(
                    tenant.getTenantId(),
                    asked.deviceId(),
                    false,
                    given -> wait.take(adapter, tenant, given),
                    within,
                    asked.getTracingContext());
    return consumer.map(
        begun -> {
          long timer = adapter.getVertx().setTimer(within.toMillis(), rung -> wait.end());
          asked.response().closeHandler(closed -> wait.end());
          wait.command =
              wait.came
                  .future()
                  .onComplete(ended -> adapter.getVertx().cancelTimer(timer))
                  .eventually(() -> begun.close(false, asked.getTracingContext()).otherwiseEmpty());
          return wait;
        });
  }

  private Future<Void> take(HttpAdapter adapter, TenantObject tenant, CommandContext given) {
    if (!given.getCommand().isValid()) {
      return refused(
          given, new ClientErrorException(HttpURLConnection.HTTP_BAD_REQUEST, "malformed command"));
    }
    if (over) {
      ServerErrorException late =
          new ServerErrorException(
              HttpURLConnection.HTTP_UNAVAILABLE, "the device waits no longer");
      given.release(late);
      return Future.failedFuture(late);
    }
    over = true;
    return adapter
        .isWithinLimit(tenant, given)
        .<Void>mapEmpty()
        .onSuccess(within -> came.complete(Optional.of(given)))
        .recover(
            beyond -> {
              came.fail(beyond);
              return refused(given, beyond);
            });
  }

  private static Future<Void> refused(CommandContext given, Throwable why) {
    given.reject(why);
    return Future.failedFuture(why);
  }

  /** Ends the wait without a command, if it is not over. */
  void end() {
    if (!over) {
      over = true;
      came.complete(Optional.empty());
    }
  }

  /** The command; empty if none came. */
  Future<Optional<CommandContext>> command() {
    return command;
  }
}
