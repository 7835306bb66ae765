// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fleetload.process.TargetException;
import io.fleetload.shards.log.SharedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The notes of one run, as JSON, in a log that other runs may use as well. */
final class NoteLog implements AutoCloseable {
  static final int VERSION = 3;

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

  void append(Participant by, Note note) throws TargetException {
    try {
      log.append(JSON.writeValueAsString(new LogEntry(VERSION, run, by, note)));
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
    for (String each : log.read()) {
      JsonNode entry = tree(each);
      if (entry != null && run.equals(entry.path("run").asText(null))) {
        notes.add(note(entry));
      }
    }
    return notes;
  }

  private static JsonNode tree(String entry) {
    try {
      return JSON.readTree(entry);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      return null;
    }
  }

  private LogEntry note(JsonNode entry) throws TargetException {
    try {
      if (entry.path("version").asInt() == VERSION) {
        return JSON.treeToValue(entry, LogEntry.class);
      }
    } catch (JsonProcessingException e) {
      // Said below.
    }
    throw new TargetException(
        "coordination: %s holds a note of run %s that this version does not know; the backend and"
                .formatted(log.name(), run)
            + " all shards must be of one version");
  }

  void skip() throws TargetException {
    log.skip();
  }

  @Override
  public void close() {
    log.close();
  }
}
