// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.roaringbitmap.RoaringBitmap;

/**
 * A run of ten telemetry messages of two devices that never was: its books, its result, and what is
 * in Kafka. Of all ten it says that they were delivered, and that it passed.
 */
final class ForgedRun {
  static final String RUN = "0a1b2c3d";
  private static final int MESSAGES = 10;
  private static final ObjectMapper JSON = new ObjectMapper();

  final ObjectNode result = JSON.createObjectNode().put("complete", true);
  final ObjectNode devices = JSON.createObjectNode().put("runId", RUN);
  final ObjectNode backend = JSON.createObjectNode();
  final Arrived arrived = new Arrived(RUN);

  ForgedRun() {
    result.putObject("verdict").put("status", "passed");
    result
        .putObject("flows")
        .putObject("telemetry")
        .put("scheduled", MESSAGES)
        .put("sent", MESSAGES)
        .put("ok", MESSAGES)
        .put("failed", 0)
        .put("notSent", 0)
        .putObject("ledger")
        .put("delivered", MESSAGES);
    devices
        .putObject("flows")
        .putObject("telemetry")
        .put("measuredFrom", 0)
        .put("measuredTo", MESSAGES)
        .put("sent", numbers(IntStream.range(0, MESSAGES)))
        .put("ok", numbers(IntStream.range(0, MESSAGES)));
  }

  /** The flow's part of the result. */
  ObjectNode flow() {
    return (ObjectNode) result.at("/flows/telemetry");
  }

  /** Puts messages in Kafka, in that order. */
  ForgedRun inKafka(IntStream messages) {
    messages.forEach(n -> arrived.message(body(RUN, n)));
    return this;
  }

  /** The body of a message. */
  static byte[] body(String run, int n) {
    return "{\"value\":1,\"stamp\":\"fl1:%s:telemetry:m:%d:%d:17000:17001\"}"
        .formatted(run, n % 2, n)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** What the run left, as the audit takes it. */
  RunFiles files() {
    return new RunFiles(result, devices, backend);
  }

  /** A set of message numbers as the books keep it. */
  static byte[] numbers(IntStream numbers) {
    RoaringBitmap bits = RoaringBitmap.bitmapOf(numbers.toArray());
    ByteBuffer bytes = ByteBuffer.allocate(bits.serializedSizeInBytes());
    bits.serialize(bytes);
    return bytes.array();
  }
}
