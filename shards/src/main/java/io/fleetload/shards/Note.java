// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A note that a participant of a run writes into the shared logs. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Note.Here.class, name = "here"),
  @JsonSubTypes.Type(value = Note.ShardReady.class, name = "ready"),
  @JsonSubTypes.Type(value = Note.Start.class, name = "start"),
  @JsonSubTypes.Type(value = Note.ShardFailure.class, name = "failed"),
  @JsonSubTypes.Type(value = Note.Decision.class, name = "decision"),
  @JsonSubTypes.Type(value = Note.BookPart.class, name = "bookPart"),
  @JsonSubTypes.Type(value = Note.BookEnd.class, name = "bookEnd")
})
sealed interface Note {
  /** Largest number of shards, see {@link io.fleetload.results.run.Shard}. */
  int MOST_SHARDS = 999_999;

  /** A longer time of an answer cannot have been measured. */
  long LONGEST_ANSWER_MILLIS = 3_600_000;

  /** A time from which others can be counted in nanoseconds. */
  Instant EARLIEST_START = Instant.parse("2000-01-01T00:00:00Z");

  /** Latest time that can be counted in nanoseconds, like {@link #EARLIEST_START}. */
  Instant LATEST_START = Instant.parse("2200-01-01T00:00:00Z");

  /**
   * A shard takes its place, before it connects; or a backend does, once it receives.
   *
   * @param shards how many there are
   * @param profile {@link ProfileDigest} of its profile
   * @param backend whether the run has a backend that takes part
   */
  record Here(int shards, String profile, boolean backend) implements Note {
    /** A note without its profile's digest is refused, and so is one of no shards. */
    public Here {
      Objects.requireNonNull(profile, "profile");
      if (shards < 1 || shards > MOST_SHARDS) {
        throw new IllegalArgumentException("expected 1 to %s shards".formatted(MOST_SHARDS));
      }
    }
  }

  /**
   * A shard is connected.
   *
   * @param answerMillis how long it waited for the leader's answer to its first note, by its own
   *     clock; 0 if it waited for none
   */
  record ShardReady(long answerMillis) implements Note {
    /** A time below 0 is refused, and so is one of more than an hour. */
    public ShardReady {
      if (answerMillis < 0 || answerMillis > LONGEST_ANSWER_MILLIS) {
        throw new IllegalArgumentException("expected a time of an hour at most");
      }
    }
  }

  /**
   * The flows of all shards begin.
   *
   * @param at when, in UTC (ISO 8601)
   */
  record Start(String at) implements Note {
    /** A start without a time is refused, and so is a time that no run can reach. */
    public Start {
      requireReachable(at);
    }
  }

  /**
   * There is no run.
   *
   * @param why one line
   */
  record ShardFailure(String why) implements Note {
    /** A failure that says nothing is refused, and so is one of more than a line. */
    public ShardFailure {
      requireLine(why);
    }
  }

  /**
   * The state of a run as its leader knows it. Of the starts and the failures of a leader the first
   * counts.
   *
   * @param terms what the participants must have in common
   * @param reached how far the leader has read the notes: who wrote an earlier one has its answer
   * @param refused those that it refused since its last decision: the reason by their process
   * @param start when the flows begin, in UTC (ISO 8601); null while that is open
   * @param failure why there is no run, in one line; null while there may be one
   * @param over whether the leader waits for no further book of a shard; the others are to end
   */
  record Decision(
      Here terms,
      List<Long> reached,
      Map<String, String> refused,
      String start,
      String failure,
      boolean over)
      implements Note {
    /** A decision without the terms is refused, and so is a wrong start or failure. */
    public Decision {
      Objects.requireNonNull(terms, "terms");
      Objects.requireNonNull(reached, "reached");
      refused.values().forEach(Note::requireLine);
      if (start != null) {
        requireReachable(start);
      }
      if (failure != null) {
        requireLine(failure);
      }
    }
  }

  /**
   * A part of a shard's or a backend's book.
   *
   * @param number its place in the book, from 0
   */
  record BookPart(long number, ByteBuffer bytes) implements Note {
    /** Refuses a part without bytes. */
    public BookPart {
      Objects.requireNonNull(bytes, "bytes");
    }
  }

  /**
   * The end of such a book.
   *
   * @param parts how many there were
   * @param bytes the length of all parts
   * @param sha256 the digest of the book, hexadecimal
   * @param compressed whether the parts are the book as GZIP has it (RFC 1952), or the book itself
   */
  record BookEnd(long parts, long bytes, String sha256, boolean compressed) implements Note {
    /** Refuses an end without the book's digest. */
    public BookEnd {
      Objects.requireNonNull(sha256, "sha256");
    }
  }

  private static void requireLine(String text) {
    if (text.isBlank() || text.lines().count() != 1) {
      throw new IllegalArgumentException("expected one line");
    }
  }

  private static void requireReachable(String start) {
    Instant time = Instant.parse(start);
    if (time.isBefore(EARLIEST_START) || time.isAfter(LATEST_START)) {
      throw new IllegalArgumentException("expected a time of this age");
    }
  }
}
