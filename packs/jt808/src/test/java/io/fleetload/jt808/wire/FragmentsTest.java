// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FragmentsTest {
  private static final Phone PHONE = Phone.of(Version.V2013, "13800000001");
  private static final byte[] BODY = new byte[450];

  private final FrameWriter writer = new FrameWriter(100);
  private final SentFragments sent = new SentFragments();

  FragmentsTest() {
    new Random(1).nextBytes(BODY);
  }

  @Test
  void aLongBodyTakesAsManySerialNumbersAsFragments() {
    assertThat(writer.begin(MessageId.LOCATION_BATCH, PHONE, 7).bytes(BODY).end()).isEqualTo(5);
    Wire wire = new Wire().read(Wire.hex(writer.take()));

    assertThat(wire.received).extracting(Wire.Received::serial).containsExactly(7, 8, 9, 10, 11);
    assertThat(wire.received).extracting(Wire.Received::number).containsExactly(1, 2, 3, 4, 5);
    assertThat(wire.received).allMatch(each -> each.total() == 5);
  }

  @Test
  void aBodyAsLongAsTheLimitIsOneFrame() {
    assertThat(writer.begin(MessageId.TEXT, PHONE, 7).bytes(new byte[100]).end()).isEqualTo(1);
    assertThat(Wire.only(Wire.hex(writer.take())).total()).isZero();
  }

  @Test
  void fragmentsAreJoinedInAnyOrderAndOverTheEndOfTheSerialNumbers() {
    Joiner joiner = new Joiner();
    List<ByteBuffer> frames = frames(0xfffe);
    Collections.reverse(frames);
    frames.forEach(joiner::read);

    assertThat(joiner.onlyBody()).isEqualTo(BODY);
    assertThat(joiner.fragments.missing()).isEmpty();
    assertThat(joiner.fragments.held()).isZero();
  }

  @Test
  void aFragmentThatComesTwiceCountsOnce() {
    Joiner joiner = new Joiner();
    List<ByteBuffer> frames = frames(1);
    joiner.read(frames.get(0).duplicate()).read(frames.get(0));
    frames.subList(1, 5).forEach(joiner::read);

    assertThat(joiner.onlyBody()).isEqualTo(BODY);
  }

  @Test
  void whatIsMissingIsAskedForAndSentAgainAsItWas() {
    Joiner joiner = new Joiner();
    List<ByteBuffer> frames = frames(21);
    joiner.read(frames.get(0)).read(frames.get(2));

    assertThat(joiner.fragments.missing()).containsExactly(new ResendRequest(21, List.of(2, 4, 5)));

    assertThat(sent.resend(new ResendRequest(21, List.of(2, 4, 5)), writer)).isEqualTo(3);
    ByteBuffer again = writer.take();
    assertThat(Wire.hex(again))
        .isEqualTo(Wire.hex(frames.get(1)) + Wire.hex(frames.get(3)) + Wire.hex(frames.get(4)));
    assertThat(joiner.read(again).onlyBody()).isEqualTo(BODY);
  }

  @Test
  void theRequestsOfBothEditionsCountTheirNumbersDifferently() {
    ResendRequest request = new ResendRequest(21, List.of(2, 4));
    int id = MessageId.PLATFORM_RESEND_REQUEST;

    assertThat(Wire.only(Wire.written(id, PHONE, 0, request::write)).bytes())
        .isEqualTo(Wire.bytes("0015" + "02" + "00020004"));
    Phone newer = Phone.of(Version.V2019, "13800000001");
    assertThat(Wire.only(Wire.written(id, newer, 0, request::write)).bytes())
        .isEqualTo(Wire.bytes("0015" + "0002" + "00020004"));
  }

  @Test
  void nothingIsSentAgainOfAnotherMessageOrBeyondTheTotal() {
    frames(21);

    assertThat(sent.resend(new ResendRequest(20, List.of(1)), writer)).isZero();
    assertThat(sent.resend(new ResendRequest(21, List.of(0, 6)), writer)).isZero();
    assertThat(writer.take().hasRemaining()).isFalse();
  }

  @Test
  void anAcknowledgedMessageIsForgotten() {
    frames(0xfffe);
    sent.acknowledged(0xffff);
    assertThat(sent.resend(new ResendRequest(0xfffe, List.of(1)), writer)).isEqualTo(1);
    sent.acknowledged(2);
    assertThat(sent.resend(new ResendRequest(0xfffe, List.of(1)), writer)).isZero();
  }

  @Test
  void aMessageInOneFrameIsNotKept() {
    frames(21);
    writer.begin(MessageId.HEARTBEAT, PHONE, 30).end();
    sent.keep(writer);

    assertThat(sent.resend(new ResendRequest(30, List.of(1)), writer)).isZero();
    assertThat(sent.resend(new ResendRequest(21, List.of(1)), writer)).isEqualTo(1);
  }

  @Test
  void theOldestMessageIsDroppedWhereThereAreTooMany() {
    Joiner joiner = new Joiner(2, 100_000);
    List.of(100, 200, 300).forEach(serial -> joiner.read(frames(serial).get(0)));

    assertThat(joiner.fragments.missing())
        .extracting(ResendRequest::firstSerial)
        .containsExactly(200, 300);
  }

  @Test
  void theOldestMessageIsDroppedWhereThereAreTooManyBytes() {
    Joiner joiner = new Joiner(10, 400);
    List.of(100, 200, 300).forEach(serial -> joiner.read(frames(serial).get(0)));

    assertThat(joiner.fragments.missing())
        .extracting(ResendRequest::firstSerial)
        .containsExactly(200, 300);
    assertThat(joiner.fragments.held()).isEqualTo(2 * 164);
  }

  @Test
  void aMessageIsGivenUpByItsFirstSerialNumber() {
    Joiner joiner = new Joiner();
    List.of(100, 200).forEach(serial -> joiner.read(frames(serial).get(3)));
    joiner.fragments.abandon(100);

    assertThat(joiner.fragments.missing())
        .containsExactly(new ResendRequest(200, List.of(1, 2, 3, 5)));
    joiner.fragments.clear();
    assertThat(joiner.fragments.missing()).isEmpty();
    assertThat(joiner.fragments.held()).isZero();
  }

  @Test
  void noMoreIsAskedForThanOneRequestHolds() {
    Joiner joiner = new Joiner();
    writer.begin(MessageId.TEXT, PHONE, 1).fragment(0xffff, 1).end();
    joiner.read(writer.take());

    assertThat(joiner.fragments.missing().get(0).numbers())
        .hasSize(ResendRequest.MOST_NUMBERS)
        .startsWith(2, 3)
        .endsWith(256);
  }

  private List<ByteBuffer> frames(int serial) {
    writer.begin(MessageId.LOCATION_BATCH, PHONE, serial).bytes(BODY).end();
    sent.keep(writer);
    Wire wire = new Wire().read(Wire.hex(writer.take()));
    List<ByteBuffer> frames = new ArrayList<>();
    for (Wire.Received each : wire.received) {
      writer
          .begin(each.id(), each.phone(), each.serial())
          .fragment(each.total(), each.number())
          .bytes(each.bytes())
          .end();
      frames.add(writer.take());
    }
    return frames;
  }
}
