package io.fleetload.shards;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fleetload.results.Shard;
import java.util.Optional;

/**
 * What an entry in the log of books is: a part of a shard's book, whose bytes are the entry's
 * value, or the end of it, which says what the parts must add up to. The entry's key, as JSON.
 *
 * @param version of this form
 * @param run the run's id
 * @param shard whose book
 * @param process the process that was the shard
 * @param part number of the part, from 0; at the end how many there were
 * @param end what all parts are; absent in a part
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record BookKey(int version, String run, Shard shard, String process, long part, End end) {
  static final int VERSION = 1;

  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /**
   * The whole of a book, as it was sent (gzip).
   *
   * @param bytes length of all parts
   * @param sha256 digest of all parts, hexadecimal
   */
  record End(long bytes, String sha256) {}

  BookKey part(long number) {
    return new BookKey(version, run, shard, process, number, null);
  }

  BookKey end(long parts, End whole) {
    return new BookKey(version, run, shard, process, parts, whole);
  }

  String text() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a key that is no JSON: " + this, e);
    }
  }

  /** The key of an entry; nothing where it is none of this version. */
  static Optional<BookKey> of(String text) {
    try {
      BookKey key = text == null ? null : JSON.readValue(text, BookKey.class);
      return Optional.ofNullable(key)
          .filter(each -> each.version == VERSION && each.shard != null && each.process != null);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
