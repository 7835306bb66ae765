// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Optional;

/** Writes and reads {@link ToolEvent}s, a line each. */
public final class ToolEvents {
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private ToolEvents() {}

  /** The event as one line. */
  public static String line(ToolEvent event) {
    try {
      return JSON.writeValueAsString(event);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an event that is no JSON: " + event, e);
    }
  }

  /** The event as one line that says when it happened. */
  public static String line(ToolEvent event, Instant time) {
    return JSON.<ObjectNode>valueToTree(event).put("time", time.toString()).toString();
  }

  /** The event in a line, or nothing where the line is something else. */
  public static Optional<ToolEvent> read(String line) {
    try {
      return Optional.ofNullable(JSON.readValue(line, ToolEvent.class));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Returns the target's description from the line that says that a tool is ready, or null. */
  public static String readyTarget(String line) {
    return read(line)
        .filter(ToolEvent.Ready.class::isInstance)
        .map(event -> ((ToolEvent.Ready) event).target())
        .orElse(null);
  }

  /** Tells a program, in lines of JSON. */
  public static Teller json(PrintStream out) {
    return event -> {
      synchronized (out) {
        out.println(line(event));
        out.flush();
      }
    };
  }

  /**
   * Tells people, in sentences: progress and what is said to {@code out}, problems to {@code err}.
   */
  public static Teller plain(PrintStream out, PrintStream err) {
    return event -> {
      if (event instanceof ToolEvent.Silence) {
        return;
      }
      PrintStream to = event instanceof ToolEvent.Problem ? err : out;
      to.println(Sentences.of(event));
      to.flush();
    };
  }
}
