// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Inbound;
import io.fleetload.driver.Message;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenQueriesTest {
  private final OpenQueries queries = new OpenQueries();
  private final List<String> outcomes = new ArrayList<>();

  private static Stamp stamp(int n) {
    return new Stamp(RunId.parse("1f"), "query", Period.MEASURED, 7, n, 1, 2);
  }

  private Exchange exchange(int n) {
    return new Exchange() {
      @Override
      public void accepted() {
        outcomes.add(n + " accepted");
      }

      @Override
      public void succeeded(Inbound inbound) {
        outcomes.add(n + " succeeded");
      }

      @Override
      public void failed(Cause cause) {
        outcomes.add(n + " " + cause.key());
      }
    };
  }

  private OpenQueries.Query query(int n) {
    return add(n, exchange(n));
  }

  private OpenQueries.Query add(int n, Exchange exchange) {
    return queries.add(new Message("query", 7, n, stamp(n), null, new byte[0]), exchange);
  }

  private boolean came(int n) {
    return queries.came(stamp(n), new Inbound(7, stamp(n), "reply"));
  }

  @Test
  void eachCommandEndsTheQueryThatAskedForIt() {
    query(1).accepted();
    query(2);

    assertThat(came(2)).isTrue();
    assertThat(came(1)).isTrue();
    assertThat(outcomes).containsExactly("1 accepted", "2 succeeded", "1 succeeded");
  }

  @Test
  void aSecondCommandAndOneThatNoQueryAskedForAreUnexpected() {
    query(1);

    assertThat(came(1)).isTrue();
    assertThat(came(1)).isFalse();
    assertThat(came(9)).isFalse();
    assertThat(outcomes).containsExactly("1 succeeded");
  }

  @Test
  void whatComesForAQueryThatWasGivenUpIsLateAndHasNoOutcome() {
    Exchange exchange = exchange(1);
    OpenQueries.Query query = add(1, exchange);

    assertThat(queries.abandon(exchange)).isSameAs(query);
    assertThat(came(1)).isTrue();
    assertThat(outcomes).isEmpty();
  }

  @Test
  void queriesFailOnceWithTheirSession() {
    OpenQueries.Query query = query(1);
    query(2);

    queries.fail(Cause.Transport.DISCONNECTED);
    queries.fail(query, Cause.Transport.DISCONNECTED);

    assertThat(outcomes).containsExactly("1 transport.disconnected", "2 transport.disconnected");
  }

  @Test
  void thoseThatWereGivenUpAreNotKeptForEver() {
    for (int n = 0; n < 1_000; n++) {
      Exchange exchange = exchange(n);
      add(n, exchange);
      queries.abandon(exchange);
    }

    assertThat(came(0)).isFalse();
    assertThat(came(999)).isTrue();
  }
}
