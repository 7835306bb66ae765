// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.store;

import io.nats.client.Message;
import io.nats.client.support.JsonParseException;
import io.nats.client.support.JsonParser;
import io.nats.client.support.JsonValue;
import io.nats.client.support.JsonValueUtils;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A location as it is stored.
 *
 * @param latitude as it was sent, an unsigned number of 32 bits; so is the longitude
 * @param sent when the gateway published it, in microseconds since 1970
 */
public record Row(String phone, long latitude, long longitude, long sent) {
  static final String ONE = "0x0200";
  static final String BATCH = "0x0704";

  /**
   * The locations of a message of the gateway.
   *
   * @throws IllegalArgumentException if the message is no location
   */
  static List<Row> of(Message message) {
    if (message.getSubject().equals(ONE)) {
      return List.of(one(new String(message.getData(), StandardCharsets.US_ASCII)));
    }
    try {
      return JsonValueUtils.readArray(JsonParser.parse(message.getData()), "locations").stream()
          .map(Row::one)
          .toList();
    } catch (JsonParseException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static Row one(String text) {
    String[] words = text.split(",");
    if (words.length != 4) {
      throw new IllegalArgumentException("expected phone,latitude,longitude,timestamp: " + text);
    }
    return new Row(
        words[0], Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
  }

  private static Row one(JsonValue location) {
    return new Row(
        JsonValueUtils.readString(location, "phone", ""),
        JsonValueUtils.readLong(location, "latitude", 0),
        JsonValueUtils.readLong(location, "longitude", 0),
        JsonValueUtils.readLong(location, "timestamp", 0));
  }
}
