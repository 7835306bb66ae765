// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.mcp;

import io.fleetload.process.UsageException;
import java.io.IOException;

/**
 * A tool of an assistant.
 *
 * @param name the command's
 * @param description when to use it
 * @param schema JSON Schema of its arguments
 * @param onlyReads whether it changes nothing but pages that are made again at any time
 * @param work what it does
 */
record AssistantTool(
    String name, String description, String schema, boolean onlyReads, ToolWork work) {

  /** The work of a tool. */
  @FunctionalInterface
  interface ToolWork {
    /**
     * Does it.
     *
     * @throws UsageException if the call is wrong
     * @throws IOException if a process cannot be started
     */
    ToolAnswer answer(CallArguments arguments)
        throws UsageException, IOException, InterruptedException;
  }
}
