// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.campaign.process.ProgramOutput;
import io.fleetload.results.format.ExitCode;
import java.util.List;
import java.util.Set;

/**
 * The answer of a tool.
 *
 * @param failed whether nothing was done, because of a mistake or a fault
 * @param document for a program: the exit code, the lines of the terminal, the document of {@code
 *     --json} and the next step
 */
record ToolAnswer(boolean failed, ObjectNode document) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LINES = "lines";

  /** Codes that are an answer to what was asked. */
  private static final Set<Integer> ANSWERS =
      Set.of(
          ExitCode.PASSED.code(),
          ExitCode.THRESHOLDS_CROSSED.code(),
          ExitCode.GENERATOR_LIMITED.code());

  /** The answer of a command that was given {@code --json}. */
  static ToolAnswer of(ProgramOutput output) throws JsonProcessingException {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("exitCode", output.code());
    output.err().lines().forEach(document.putArray(LINES)::add);
    if (!output.out().isBlank()) {
      document.set("result", JSON.readTree(output.out()));
    }
    return new ToolAnswer(!ANSWERS.contains(output.code()), document);
  }

  /** A mistake in a call. */
  static ToolAnswer mistake(String line) {
    return failure(ExitCode.WRONG_USAGE, line.lines().toList());
  }

  /** The lines of what was not done. */
  static ToolAnswer failure(ExitCode code, List<String> lines) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("exitCode", code.code());
    lines.forEach(document.putArray(LINES)::add);
    return new ToolAnswer(true, document);
  }

  /** The same answer, with what to do next. */
  ToolAnswer next(String step) {
    document.put("next", step);
    return this;
  }

  /** The text for who reads no documents: of a failure its lines, else the document. */
  String text() {
    if (!failed) {
      return document.toString();
    }
    StringBuilder text = new StringBuilder();
    document.path(LINES).forEach(each -> text.append(each.asText()).append('\n'));
    return text.toString().stripTrailing();
  }
}
