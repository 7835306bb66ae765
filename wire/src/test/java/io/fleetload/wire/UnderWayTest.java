// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.DeviceLink.Exchange;
import io.fleetload.driver.Inbound;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnderWayTest {
  private final UnderWay underWay = new UnderWay();
  private final List<Sent> model = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final List<String> expected = new ArrayList<>();

  private record Sent(int id, int serial, Told exchange) {}

  private final class Told implements Exchange {
    private final int number;

    Told(int number) {
      this.number = number;
    }

    @Override
    public void succeeded(Inbound inbound) {
      told.add(number + " succeeded");
    }

    @Override
    public void failed(Cause cause) {
      told.add(number + " " + cause.key());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void itKnowsWhatASimpleListKnows(long seed) {
    Random random = new Random(seed);
    int serial = 65_000;
    for (int i = 0; i < 20_000; i++) {
      int choice = random.nextInt(100);
      if (choice < 45) {
        // More than one is a batch: one serial number for all.
        int many = choice < 40 ? 1 : 1 + random.nextInt(5);
        add(choice % 2 == 0 ? 0x0200 : 0x0704, serial++, many, i);
      } else if (choice < 90) {
        answer(random, serial);
      } else if (choice < 99) {
        forget(random);
      } else {
        fail();
      }
      assertThat(told).isEqualTo(expected);
      told.clear();
      expected.clear();
    }
  }

  private void add(int id, int serial, int many, int number) {
    for (int k = 0; k < many; k++) {
      Told exchange = new Told(number * 10 + k);
      underWay.add(key(id, serial), exchange);
      model.add(new Sent(id, serial & 0xffff, exchange));
    }
  }

  private void answer(Random random, int serial) {
    boolean known = !model.isEmpty() && random.nextInt(10) > 0;
    Sent some = known ? model.get(random.nextInt(Math.min(3, model.size()))) : null;
    int id = known ? some.id : 0x0200;
    int of = known ? some.serial : (serial + 100) & 0xffff;
    List<Sent> answered = model.stream().filter(s -> s.id == id && s.serial == of).toList();
    answered.forEach(each -> expected.add(each.exchange.number + " succeeded"));
    model.removeAll(answered);
    assertThat(underWay.look(key(id, of), each -> {})).isEqualTo(!answered.isEmpty());
    underWay.take(key(id, of), each -> each.succeeded(null));
  }

  private static int key(int id, int serial) {
    return (id << 16) | (serial & 0xffff);
  }

  private void forget(Random random) {
    if (model.isEmpty()) {
      assertThat(underWay.forget(new Told(0))).isFalse();
    } else {
      Sent some = model.remove(random.nextInt(model.size()));
      assertThat(underWay.forget(some.exchange)).isTrue();
      assertThat(underWay.forget(some.exchange)).isFalse();
    }
  }

  private void fail() {
    model.forEach(each -> expected.add(each.exchange.number + " transport.disconnected"));
    model.clear();
    underWay.fail(Cause.Transport.DISCONNECTED);
  }
}
