// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fleetload.body.StampedBodies;
import io.fleetload.body.StampedBody;
import io.fleetload.process.UsageException;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.Size;
import io.fleetload.stamp.CompactStamp;
import java.util.Locale;

/**
 * The contents of the messages of a flow.
 *
 * @param payload null if the user wrote the body
 * @param size of messages; null for a body that takes values from data
 * @param body as the user wrote it; or null
 */
public record Contents(
    @Doc(
            value = "what the messages say: ditto, or binary for the smallest ones",
            byDefault = "ditto")
        Payload payload,
    @Doc(
            value =
                "their exact size, up to target.maxPayload, above 1024B in blocks (RFC 7959);"
                    + " from 450B for ditto, 20B for binary",
            byDefault = "512B")
        Size size,
    @Doc(
            "the messages' own text, instead of payload and size: one {{stamp}}, by which the backend"
                + " knows the message; {{device}}, {{n}} and the other placeholders of bodies as"
                + " often as you like")
        String body) {
  /** Smallest body of a Ditto message: a stamp with the times of a command is in it. */
  private static final int LEAST_DITTO_BYTES = 450;

  private static final Size USUAL = new Size(512);

  /** Built-in contents of the messages. */
  public enum Payload {
    /** A Ditto protocol message. */
    @JsonProperty("ditto")
    DITTO,
    /** Bytes, as small as a stamp; for telemetry and events. */
    @JsonProperty("binary")
    BINARY
  }

  /** Fills in what the profile leaves open. */
  public Contents {
    payload = payload == null && body == null ? Payload.DITTO : payload;
    size = body != null ? largest(body) : size == null ? USUAL : size;
  }

  private static Size largest(String body) {
    try {
      StampedBodies bodies = StampedBodies.withoutData(0);
      return new Size(bodies.compiled("body", "", body).largest());
    } catch (UsageException e) {
      // It takes values from data, or the checks say what is wrong with it.
      return null;
    }
  }

  /** The size of an answer: that of the query, as far as it is known without data. */
  public int answerBytes() {
    return (size == null ? USUAL : size).bytes();
  }

  /** Returns whether the messages are JSON. */
  public boolean saysJson() {
    return body == null ? payload == Payload.DITTO : StampedBody.isJson(body);
  }

  /**
   * Looks at the size.
   *
   * @param spelled bytes of the flow's name in its stamps, beyond the names of the kinds
   */
  void checkSize(String path, int spelled, int most, ProfileChecks checks) {
    int least = payload == Payload.DITTO ? LEAST_DITTO_BYTES + spelled : CompactStamp.BYTES;
    if (size.bytes() < least || size.bytes() > most) {
      checks.problem(
          path + ".size",
          "found \"%dB\", expected %dB to %dB (target.maxPayload) for a payload %s"
              .formatted(size.bytes(), least, most, payload.name().toLowerCase(Locale.ROOT)));
    }
  }

  /** The most bytes of a message of the user's own body. */
  int checkBody(String key, String flow, int most, StampedBodies bodies, ProfileChecks checks)
      throws UsageException {
    int largest = bodies.compiled(key, flow, body).largest();
    if (largest > most) {
      checks.problem(
          key,
          "makes messages of up to %dB, expected at most %dB (target.maxPayload)"
              .formatted(largest, most));
    }
    return largest;
  }
}
