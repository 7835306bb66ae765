// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fleetload.process.TargetException;
import io.fleetload.shards.log.LogPlace;
import io.fleetload.shards.log.SharedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The notes of one run, as JSON, in a log that other runs may use as well. */
final class NoteLog implements AutoCloseable {
  static final int VERSION = 4;

  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(SerializationFeature.FAIL_ON_EMPTY_BEANS).build();

  private final SharedLog log;
  private final String run;

  NoteLog(SharedLog log, String run) {
    this.log = log;
    this.run = run;
  }

  /** An entry of the log: a note, its author, its run and the version of its format. */
  record LogEntry(int version, String run, Participant by, Note note) {
    LogEntry {
      Objects.requireNonNull(by, "by");
      Objects.requireNonNull(note, "note");
    }
  }

  String name() {
    return log.name();
  }

  /** Adds a note; the answer to it is there when its place is read. */
  LogPlace append(Participant by, Note note) throws TargetException {
    try {
      return log.append(by.number(), JSON.writeValueAsString(new LogEntry(VERSION, run, by, note)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a note that is no JSON: " + note, e);
    }
  }

  /**
   * The run's next notes.
   *
   * @throws TargetException if the log cannot be read, or one is of another version of this tool
   */
  List<LogEntry> read() throws TargetException {
    List<LogEntry> notes = new ArrayList<>();
    for (JsonNode each : entries()) {
      LogEntry note = note(each);
      if (note == null) {
        throw new TargetException(
            "coordination: %s holds a note of run %s that this version does not know; the backend and"
                    .formatted(log.name(), run)
                + " all shards must be of one version");
      }
      notes.add(note);
    }
    return notes;
  }

  /**
   * The run's next notes, without those that this version does not know: one damaged note must not
   * keep a reader from all others.
   *
   * @throws TargetException if the log cannot be read
   */
  List<LogEntry> readKnown() throws TargetException {
    return entries().stream().map(NoteLog::note).filter(Objects::nonNull).toList();
  }

  private List<JsonNode> entries() throws TargetException {
    List<JsonNode> entries = new ArrayList<>();
    for (String each : log.read()) {
      JsonNode entry = tree(each);
      if (entry != null && run.equals(entry.path("run").asText(null))) {
        entries.add(entry);
      }
    }
    return entries;
  }

  private static JsonNode tree(String entry) {
    try {
      return JSON.readTree(entry);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      return null;
    }
  }

  private static LogEntry note(JsonNode entry) {
    try {
      return entry.path("version").asInt() == VERSION
          ? JSON.treeToValue(entry, LogEntry.class)
          : null;
    } catch (JsonProcessingException | IllegalArgumentException e) {
      return null;
    }
  }

  boolean isBehind() throws TargetException {
    return log.isBehind();
  }

  List<Long> reached() {
    return log.reached();
  }

  /** Leaves out what is there already, but for the last entries; returns whether it did. */
  boolean last(int entries) throws TargetException {
    return log.last(entries);
  }

  void skip() throws TargetException {
    log.skip();
  }

  @Override
  public void close() {
    log.close();
  }
}
