// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.profile;

import io.fleetload.body.StampedBodies;
import io.fleetload.flow.FlowSpec;
import io.fleetload.process.UsageException;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.stamp.CompactStamp;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The payloads of a profile's messages. One with room for a stamp in text has that; a smaller one
 * has a compact stamp. Behind it are a check of the stamp, as far as there is room, and spaces. Not
 * thread-safe.
 */
public final class Contents {
  /** The longest stamp in text, without the name of its flow, in bytes. */
  private static final int TEXT_STAMP_BYTES = 90;

  private final Map<String, MqttFlow> flows;
  private final StampedBodies bodies;
  private final CompactStamp compact;
  private final List<String> small;

  /** The payloads of a profile's flows; its files of data are not read yet. */
  public Contents(MqttProfile profile) {
    this.flows = profile.flows();
    this.bodies = new StampedBodies(profile);
    this.small =
        flows.entrySet().stream()
            .filter(each -> isSmall(each.getKey(), each.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    this.compact = new CompactStamp(small.stream().limit(CompactStamp.MOST_FLOWS).toList());
  }

  private static boolean isSmall(String name, MqttFlow flow) {
    return flow.message().body() == null
        && flow.message().size().bytes() < TEXT_STAMP_BYTES + name.length();
  }

  /**
   * Reads the files of data, so that no message waits for them.
   *
   * @throws UsageException with one line if one of them is of no use
   */
  public void read() throws UsageException {
    bodies.read();
  }

  /** The stamp of a payload, if it has one. */
  public Optional<Stamp> stamp(byte[] payload) {
    Optional<Stamp> found = compact.find(payload);
    return found.isPresent() ? found : Stamp.find(payload);
  }

  /** The payloads of a flow. */
  public FlowSpec.Body of(String flow) {
    MqttFlow its = flows.get(flow);
    if (its.message().body() != null) {
      return bodies.of("flows." + flow + ".body", flow, its.message().body());
    }
    int size = its.message().size().bytes();
    if (small.contains(flow)) {
      return (device, stamp) -> {
        byte[] payload = new byte[size];
        compact.write(stamp, payload);
        return checked(payload, CompactStamp.BYTES);
      };
    }
    return (device, stamp) -> {
      byte[] text = stamp.text().getBytes(StandardCharsets.US_ASCII);
      return checked(Arrays.copyOf(text, size), text.length);
    };
  }

  /** Without a check, a changed time in a stamp would be taken for the time of sending. */
  private static byte[] checked(byte[] payload, int stampBytes) {
    CRC32 check = new CRC32();
    check.update(payload, 0, stampBytes);
    Arrays.fill(payload, stampBytes, payload.length, (byte) ' ');
    byte[] text = " %08x".formatted(check.getValue()).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(
        text, 0, payload, stampBytes, Math.min(text.length, payload.length - stampBytes));
    return payload;
  }

  void check(ProfileChecks checks) {
    for (String each :
        small.subList(Math.min(small.size(), CompactStamp.MOST_FLOWS), small.size())) {
      checks.problem(
          "flows." + each + ".size",
          "write %dB or more: a smaller payload has room for the number of one of %d flows"
              .formatted(TEXT_STAMP_BYTES + each.length(), CompactStamp.MOST_FLOWS));
    }
    flows.forEach(
        (name, flow) -> {
          String path = "flows." + name;
          checks.when(
              flow.message().body() != null && flow.message().size() != null,
              path + ".size",
              "is there beside body; leave one of them out");
          checks.when(
              flow.message().body() == null && flow.message().size().bytes() < CompactStamp.BYTES,
              path + ".size",
              "write %dB or more: a subscriber knows a message by the stamp in it"
                  .formatted(CompactStamp.BYTES));
        });
    checks.file(
        "data",
        () -> {
          bodies.read();
          flows.forEach(
              (name, flow) -> {
                String key = "flows." + name + ".body";
                if (flow.message().body() != null) {
                  checks.file(key, () -> bodies.compiled(key, name, flow.message().body()));
                }
              });
        });
  }
}
