package io.fleetload.shards;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.process.TargetException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The notes of one run in a log that other runs use as well. The key of an entry is the run's id,
 * its value the note as JSON with the version of this form.
 */
final class ControlNotes {
  static final int VERSION = 1;

  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private final String runId;

  ControlNotes(String runId) {
    this.runId = runId;
  }

  /** Adds a note and returns its place. */
  long append(TopicLog log, ControlNote note) throws TargetException {
    ObjectNode tree = JSON.createObjectNode().put("version", VERSION);
    tree.setAll((ObjectNode) JSON.valueToTree(note));
    return log.append(runId, tree.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The note in an entry; nothing where it is of another run.
   *
   * @throws TargetException if it is of another version of this tool
   */
  Optional<ControlNote> read(TopicLog log, TopicLog.Entry entry) throws TargetException {
    if (!runId.equals(entry.key())) {
      return Optional.empty();
    }
    try {
      JsonNode tree = JSON.readTree(entry.bytes());
      if (tree instanceof ObjectNode note && note.path("version").asInt() == VERSION) {
        note.remove("version");
        return Optional.of(read(note));
      }
    } catch (IOException e) {
      // Said below.
    }
    throw new TargetException(
        "run.barrier: topic %s holds a note of run %s that this version does not know; the backend"
                .formatted(log.name(), runId)
            + " and all shards must be of one version");
  }

  private static ControlNote read(ObjectNode note) throws JsonProcessingException {
    return JSON.treeToValue(note, ControlNote.class);
  }
}
