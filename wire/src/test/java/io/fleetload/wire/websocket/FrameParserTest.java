// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrameParserTest {
  private final FrameParser parser = new FrameParser();
  private final Log log = new Log();

  /** Keeps what comes. */
  private static final class Log implements FrameParser.Contents {
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();
    private final List<String> controls = new ArrayList<>();

    @Override
    public void data(ByteBuffer part) {
      assertThat(part.hasRemaining()).isTrue();
      byte[] bytes = new byte[part.remaining()];
      part.get(bytes);
      data.writeBytes(bytes);
    }

    @Override
    public void control(int opcode, ByteBuffer payload) {
      byte[] bytes = new byte[payload.remaining()];
      payload.get(bytes);
      controls.add(opcode + Arrays.toString(bytes));
    }

    @Override
    public boolean wantsMore() {
      return true;
    }
  }

  /** A frame of a server. */
  static byte[] frame(boolean last, int opcode, byte... payload) {
    ByteBuffer frame = ByteBuffer.allocate(10 + payload.length);
    frame.put((byte) ((last ? 0x80 : 0) | opcode));
    if (payload.length < 126) {
      frame.put((byte) payload.length);
    } else if (payload.length < 0x10000) {
      frame.put((byte) 126).putShort((short) payload.length);
    } else {
      frame.put((byte) 127).putLong(payload.length);
    }
    frame.put(payload).flip();
    return Arrays.copyOf(frame.array(), frame.limit());
  }

  private void take(byte[] bytes) throws WebSocketException {
    parser.take(ByteBuffer.wrap(bytes), log);
  }

  @Test
  void framesMayBeSplitAnywhereAndHaveControlFramesBetweenThem() throws Exception {
    Random random = new Random(11);
    for (int round = 0; round < 300; round++) {
      ByteArrayOutputStream wire = new ByteArrayOutputStream();
      Log expected = new Log();
      boolean inMessage = false;
      for (int i = 0; i < 20; i++) {
        if (random.nextInt(3) == 0) {
          byte[] payload = new byte[random.nextInt(126)];
          random.nextBytes(payload);
          int opcode = FrameParser.CLOSE + random.nextInt(3);
          wire.writeBytes(frame(true, opcode, payload));
          expected.control(opcode, ByteBuffer.wrap(payload));
        } else {
          int[] most = {3, 126, 127, 300, 70_000};
          byte[] payload = new byte[random.nextInt(most[random.nextInt(most.length)])];
          random.nextBytes(payload);
          boolean last = random.nextBoolean();
          int opcode = inMessage ? FrameParser.CONTINUATION : FrameParser.BINARY;
          wire.writeBytes(frame(last, opcode, payload));
          expected.data.writeBytes(payload);
          inMessage = !last;
        }
      }
      FrameParser each = new FrameParser();
      Log found = new Log();
      ByteBuffer all = ByteBuffer.wrap(wire.toByteArray());
      int most = round % 3 == 0 ? 1 : 1 + random.nextInt(5_000);
      while (all.hasRemaining()) {
        int count = Math.min(1 + random.nextInt(most), all.remaining());
        each.take(all.slice(all.position(), count), found);
        all.position(all.position() + count);
      }
      assertThat(found.data.toByteArray()).isEqualTo(expected.data.toByteArray());
      assertThat(found.controls).isEqualTo(expected.controls);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "c2, 'a frame has reserved bits, without an extension'",
    "83, 'a frame has the unknown opcode 3'",
    "8b, 'a frame has the unknown opcode 11'",
    "80, 'a frame continues no message'",
    "00, 'a frame continues no message'",
    "020082, 'a message begins within another'",
    "09, 'a control frame is fragmented'",
    "897e, 'a control frame has more than 125 B'",
    "8280, 'a frame is masked'",
    "827e007d, 'the length of a frame is not in its shortest form'",
    "827f000000000000ffff, 'the length of a frame is not in its shortest form'",
    "827fffffffffffffffff, 'the length of a frame is not in its shortest form'",
  })
  void whatAServerMayNotSend(String hex, String how) {
    assertThatThrownBy(() -> take(java.util.HexFormat.of().parseHex(hex)))
        .isInstanceOf(WebSocketException.class)
        .hasMessage("the server breaks WebSocket: " + how)
        .extracting(each -> ((WebSocketException) each).code())
        .isEqualTo(1002);
  }

  @Test
  void aTextFrameIsNotWhatWeWant() {
    assertThatThrownBy(() -> take(frame(true, FrameParser.TEXT, (byte) 'a')))
        .hasMessage("expected binary frames of the server, got a text frame")
        .extracting(each -> ((WebSocketException) each).code())
        .isEqualTo(1003);
  }

  @Test
  void aFrameOfTheLargestSizeIsNotKept() throws Exception {
    take(new byte[] {(byte) 0x82, 127, 0x7f, -1, -1, -1, -1, -1, -1, -1});
    byte[] part = new byte[100_000];
    parser.take(ByteBuffer.wrap(part), log);
    assertThat(log.data.size()).isEqualTo(part.length);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noiseIsDataOrAFaultOfTheServer(long seed) {
    Random random = new Random(seed);
    int faults = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] noise = new byte[random.nextInt(60)];
      random.nextBytes(noise);
      // Most first bytes are faults, and then the rest would not be looked at.
      if (noise.length > 0 && random.nextBoolean()) {
        noise[0] = (byte) (random.nextBoolean() ? 0x82 : 0x89);
      }
      try {
        new FrameParser().take(ByteBuffer.wrap(noise), new Log());
      } catch (WebSocketException e) {
        faults++;
      }
    }
    assertThat(faults).isBetween(1_000, 19_000);
  }
}
