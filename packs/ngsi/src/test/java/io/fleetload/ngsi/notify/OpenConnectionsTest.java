// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.FastClock;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpConnection;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who stays connected to the receiver, and who has to go. */
class OpenConnectionsTest {
  private final FastClock clock = new FastClock(1);
  private final OpenConnections connections = new OpenConnections(3, clock);
  private final List<String> closed = new ArrayList<>();
  private final Map<String, Handler<Void>> ends = new HashMap<>();

  @SuppressWarnings("unchecked")
  private HttpConnection opened(String name) {
    HttpConnection connection =
        (HttpConnection)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {HttpConnection.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "hashCode" -> name.hashCode();
                      case "equals" -> proxy == arguments[0];
                      case "closeHandler" -> {
                        ends.put(name, (Handler<Void>) arguments[0]);
                        yield proxy;
                      }
                      case "close" -> {
                        closed.add(name);
                        yield Future.succeededFuture();
                      }
                      default -> throw new AssertionError(method);
                    });
    connections.opened(connection);
    return connection;
  }

  @Test
  void theOldestStrangerMakesRoomAndTheBrokerStays() {
    connections.begun(opened("broker"), true);
    opened("a");
    opened("b");
    opened("c");
    opened("d");

    assertThat(closed).containsExactly("a", "b");
  }

  @Test
  void whereAllAreTheBrokersTheNewOneIsClosed() {
    for (String each : List.of("1", "2", "3")) {
      connections.begun(opened(each), true);
    }
    HttpConnection fourth = opened("4");
    connections.begun(fourth, false);

    assertThat(closed).containsExactly("4");
  }

  @Test
  void oneThatHasEndedTakesNoRoom() {
    opened("a");
    ends.get("a").handle(null);
    opened("b");
    opened("c");
    opened("d");

    assertThat(closed).isEmpty();
  }

  @Test
  void aStrangerGoesAfterAWhileAndTheBrokerDoesNot() {
    HttpConnection broker = opened("broker");
    connections.begun(broker, true);
    connections.whole(broker);
    HttpConnection stranger = opened("stranger");
    connections.begun(stranger, false);
    connections.whole(stranger);
    clock.pass(Duration.ofSeconds(29));
    connections.sweep();
    assertThat(closed).isEmpty();

    clock.pass(Duration.ofSeconds(2));
    connections.sweep();
    assertThat(closed).containsExactly("stranger");
  }

  @Test
  void aRequestThatDoesNotEndIsClosedWhoeverSendsIt() {
    connections.begun(opened("broker"), true);
    clock.pass(Duration.ofSeconds(31));
    connections.sweep();

    assertThat(closed).containsExactly("broker");
  }
}
