// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.dtls.cipher.Octets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReassemblyTest {
  private static final byte[] BODY = {1, 2, 3, 4, 5, 6, 7, 8, 9};

  private final Reassembly reassembly = new Reassembly();

  private static byte[] message(int number) {
    return Messages.message(Messages.SERVER_HELLO, number, BODY);
  }

  @Test
  void deliversMessagesInTheirOrder() {
    reassembly.add(message(1), 0);
    assertThat(reassembly.poll()).isNull();
    reassembly.add(message(0), 0);

    assertThat(reassembly.poll()).isEqualTo(message(0));
    assertThat(reassembly.poll()).isEqualTo(message(1));
    assertThat(reassembly.poll()).isNull();
    assertThat(reassembly.next()).isEqualTo(2);
  }

  @Test
  void fragmentsMayOverlapAndRepeat() {
    List<byte[]> fours = PiecewiseServer.fragments(message(0), 4);
    List<byte[]> fives = PiecewiseServer.fragments(message(0), 5);
    reassembly.add(fours.get(2), 0);
    reassembly.add(fours.get(2), 0);
    reassembly.add(fives.get(0), 0);
    assertThat(reassembly.poll()).isNull();
    reassembly.add(fours.get(1), 0);

    assertThat(reassembly.poll()).isEqualTo(message(0));
  }

  @Test
  void aFragmentOfSomethingElseDoesNotCount() {
    List<byte[]> halves = PiecewiseServer.fragments(message(0), 5);
    reassembly.add(halves.get(0), 0);
    byte[] otherType = halves.get(1).clone();
    otherType[0] = Messages.SERVER_KEY_EXCHANGE;
    reassembly.add(otherType, 0);
    byte[] otherLength = halves.get(1).clone();
    Octets.put24(otherLength, 1, BODY.length + 1);
    reassembly.add(otherLength, 0);
    assertThat(reassembly.poll()).isNull();
    reassembly.add(halves.get(1), 0);

    assertThat(reassembly.poll()).isEqualTo(message(0));
  }

  @Test
  void holdsNoMoreThanAFewMessagesOfSomeLength() {
    for (int number = 8; number < 100; number++) {
      reassembly.add(message(number), 0);
    }
    byte[] huge = message(0);
    Octets.put24(huge, 1, 10_000_000);
    reassembly.add(huge, 0);
    for (int number = 0; number < 8; number++) {
      reassembly.add(message(number), 0);
      assertThat(reassembly.poll()).isEqualTo(message(number));
    }
    assertThat(reassembly.poll()).isNull();
  }
}
