// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.run;

import static io.fleetload.results.Books.numbers;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.results.Books;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MessageSetTest {

  @Test
  void aNumberIsAddedOnce() {
    MessageSet set = new MessageSet();
    assertThat(set.add(7)).isTrue();
    assertThat(set.add(7)).isFalse();
    assertThat(set.contains(7)).isTrue();
    assertThat(set.contains(8)).isFalse();
    assertThat(set.size()).isEqualTo(1);
  }

  @Test
  void aWindowHoldsItsFirstNumberAndNotTheOneAfterItsLast() {
    MessageSet window = numbers(0, 100).between(20, 30);
    assertThat(window.size()).isEqualTo(10);
    assertThat(window.contains(20)).isTrue();
    assertThat(window.contains(29)).isTrue();
    assertThat(window.contains(30)).isFalse();
  }

  @Test
  void anEmptyOrInvertedWindowHoldsNothing() {
    assertThat(numbers(0, 100).between(20, 20).size()).isZero();
    assertThat(numbers(0, 100).between(30, 20).size()).isZero();
    assertThat(numbers(0, 100).between(200, 300).size()).isZero();
  }

  @Test
  void theLargestMessageNumberFits() {
    MessageSet set = numbers(0, 1);
    set.add(Integer.MAX_VALUE);
    assertThat(set.between(1, Integer.MAX_VALUE + 1L).size()).isEqualTo(1);
    assertThat(MessageSet.of(set.serialised()).contains(Integer.MAX_VALUE)).isTrue();
  }

  @Test
  void setsAreComparedNumberByNumber() {
    MessageSet a = numbers(0, 60);
    MessageSet b = numbers(40, 100);
    assertThat(a.and(b).size()).isEqualTo(20);
    assertThat(a.minus(b).size()).isEqualTo(40);
    assertThat(a.or(b).size()).isEqualTo(100);
    assertThat(a.size()).as("operands are left alone").isEqualTo(60);
  }

  @Test
  void aCopyIsIndependent() {
    MessageSet set = numbers(0, 10);
    MessageSet copy = set.copy();
    set.add(10);
    assertThat(copy.size()).isEqualTo(10);
  }

  @Test
  void whatIsEncodedIsDecoded() {
    MessageSet odd = new MessageSet();
    for (int n = 1; n < 200_000; n += 2) {
      odd.add(n);
    }
    MessageSet decoded = MessageSet.of(odd.serialised());
    assertThat(decoded.size()).isEqualTo(odd.size());
    assertThat(decoded.minus(odd).size()).isZero();
    assertThat(MessageSet.of(new MessageSet().serialised()).size()).isZero();
  }

  @Test
  void aWholeRunOfTenMillionMessagesCostsLittle() {
    MessageSet set = numbers(0, 10_000_000);
    assertThat(set.serialised().length).isLessThan(5_000);
    assertThat(Books.without(set, 5_000_000).serialised().length).isLessThan(5_000);
  }

  @Test
  void damagedBytesAreNoSet() {
    byte[] whole = numbers(0, 1_000).serialised();
    for (byte[] damaged :
        new byte[][] {"no set of ours".getBytes(UTF_8), Arrays.copyOf(whole, 6), new byte[8]}) {
      assertThatThrownBy(() -> MessageSet.of(damaged))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("no set of message numbers: ");
    }
  }
}
