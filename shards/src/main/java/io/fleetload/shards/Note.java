// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Objects;

/** A note that a participant of a run writes into the shared logs. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Note.Here.class, name = "here"),
  @JsonSubTypes.Type(value = Note.ShardReady.class, name = "ready"),
  @JsonSubTypes.Type(value = Note.Start.class, name = "start"),
  @JsonSubTypes.Type(value = Note.ShardFailure.class, name = "failed"),
  @JsonSubTypes.Type(value = Note.Over.class, name = "over"),
  @JsonSubTypes.Type(value = Note.BookPart.class, name = "bookPart"),
  @JsonSubTypes.Type(value = Note.BookEnd.class, name = "bookEnd")
})
sealed interface Note {
  /** Largest number of shards, see {@link io.fleetload.results.run.Shard}. */
  int MOST_SHARDS = 999_999;

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

  /** A shard is connected. */
  record ShardReady() implements Note {}

  /**
   * The flows of all shards begin.
   *
   * @param at when, in UTC (ISO 8601)
   */
  record Start(String at) implements Note {
    /** A start without a time is refused, and so is a time that no run can reach. */
    public Start {
      Instant time = Instant.parse(at);
      if (time.isBefore(EARLIEST_START) || time.isAfter(LATEST_START)) {
        throw new IllegalArgumentException("expected a time of this age");
      }
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
      if (why.isBlank() || why.lines().count() != 1) {
        throw new IllegalArgumentException("expected one line");
      }
    }
  }

  /** The backend that leads waits for no further book of a shard; the others are to end. */
  record Over() implements Note {}

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
   * @param sha256 the digest of all parts, hexadecimal
   */
  record BookEnd(long parts, long bytes, String sha256) implements Note {
    /** Refuses an end without the book's digest. */
    public BookEnd {
      Objects.requireNonNull(sha256, "sha256");
    }
  }
}
