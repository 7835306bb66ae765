// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.mcp;

import io.fleetload.process.UsageException;
import io.fleetload.results.format.ExitCode;
import io.fleetload.tool.BuildInfo;
import io.fleetload.tool.Tool;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** The server of the protocol, by its library; no other class knows that. */
final class AssistantServer {
  private static final String INSTRUCTIONS =
      """
      Load tests of IoT systems. Order of work: explain a URL or a key, init or validate, run, status until it ended, \
      report. A verdict is an exit code: 0 passed, 1 thresholds crossed, 5 no verdict on the target because this host \
      was the limit. Say which it is, and give figures with their intervals. Hosts and times are bounded by the user; \
      ask the user, and do not try to get around a bound.
      """;

  private AssistantServer() {}

  /**
   * Serves until the input ends.
   *
   * @param tools what can be called
   * @param pages what can be read
   * @param answers where answers go, and nothing else
   */
  static void serve(
      AssistantTools tools, AssistantPages pages, ClientInput input, OutputStream answers)
      throws IOException {
    McpJsonMapper json = McpJsonDefaults.getMapper();
    List<SyncToolSpecification> offered =
        tools.all().stream().map(each -> specification(each, json)).toList();
    List<SyncResourceSpecification> resources =
        pages.all().stream()
            .map(
                each ->
                    new SyncResourceSpecification(
                        McpSchema.Resource.builder(each.uri(), each.name())
                            .mimeType(each.type())
                            .build(),
                        (exchange, request) -> read(pages, request.uri(), each.type())))
            .toList();
    var unused =
        McpServer.sync(new StdioServerTransportProvider(json, input.open(), answers))
            .serverInfo("loadtest", BuildInfo.own().version())
            .instructions(INSTRUCTIONS)
            .capabilities(
                McpSchema.ServerCapabilities.builder().tools(false).resources(false, false).build())
            .tools(offered)
            .resources(resources)
            .resourceTemplates(
                new SyncResourceTemplateSpecification(
                    McpSchema.ResourceTemplate.builder(
                            AssistantPages.RESULT_TEMPLATE, "a file of a run")
                        .description("loadtest://results lists the runs and their files")
                        .build(),
                    (exchange, request) -> read(pages, request.uri(), null)))
            .build();
  }

  private static SyncToolSpecification specification(AssistantTool tool, McpJsonMapper json) {
    return SyncToolSpecification.builder()
        .tool(
            McpSchema.Tool.builder(tool.name(), json, tool.schema())
                .description(tool.description())
                .annotations(
                    McpSchema.ToolAnnotations.builder()
                        .readOnlyHint(tool.onlyReads())
                        .destructiveHint(false)
                        .openWorldHint(tool.name().equals("run"))
                        .build())
                .build())
        .callHandler((exchange, request) -> call(tool, request))
        .build();
  }

  private static McpSchema.CallToolResult call(
      AssistantTool tool, McpSchema.CallToolRequest request) {
    ToolAnswer answer = answer(tool, request);
    return McpSchema.CallToolResult.builder()
        .addTextContent(answer.text())
        .structuredContent(answer.document())
        .isError(answer.failed())
        .build();
  }

  private static ToolAnswer answer(AssistantTool tool, McpSchema.CallToolRequest request) {
    try {
      return tool.work().answer(new CallArguments(request.arguments()));
    } catch (UsageException e) {
      return ToolAnswer.mistake(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ToolAnswer.failure(ExitCode.INTERRUPTED, List.of("interrupted"));
    } catch (IOException | RuntimeException e) {
      return ToolAnswer.failure(
          ExitCode.INTERNAL_FAULT, List.of(Tool.fault("loadtest " + tool.name(), e)));
    }
  }

  private static McpSchema.ReadResourceResult read(AssistantPages pages, String uri, String type) {
    try {
      return McpSchema.ReadResourceResult.builder(
              List.of(
                  McpSchema.TextResourceContents.builder(uri, pages.text(uri))
                      .mimeType(type)
                      .build()))
          .build();
    } catch (UsageException e) {
      throw McpError.builder(McpSchema.ErrorCodes.RESOURCE_NOT_FOUND)
          .message(e.getMessage())
          .build();
    } catch (IOException e) {
      throw McpError.builder(McpSchema.ErrorCodes.INTERNAL_ERROR).message(e.getMessage()).build();
    }
  }
}
