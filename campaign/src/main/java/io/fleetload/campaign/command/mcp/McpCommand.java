// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.mcp;

import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.process.Tools;
import io.fleetload.campaign.run.GivenBounds;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.process.StopSignal;
import io.fleetload.process.UsageException;
import io.fleetload.quantity.Span;
import io.fleetload.results.format.ExitCode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;

/** {@code loadtest mcp}: the commands as tools of an assistant. */
@CommandLine.Command(
    name = "mcp",
    mixinStandardHelpOptions = true,
    description = {
      "Serves an assistant over the Model Context Protocol on standard input and output: validate,"
          + " explain, init, run, find-limit, status, stop, report, compare, history. docs/how-to/assistant.md"
          + " says how to add it to a client.",
      "Runs may load this host alone until --allow names another. Files are those below the folder"
          + " in which it was started. It ends, and its run with it, when its input ends."
    })
public final class McpCommand implements Callable<Integer> {
  @CommandLine.Option(
      names = "--allow",
      paramLabel = "HOST",
      description =
          "a host beside this one that runs may load; you say with it that you may load it; may be"
              + " given again")
  private List<String> hosts = new ArrayList<>();

  @CommandLine.Option(
      names = "--longest",
      paramLabel = "TIME",
      description = "the longest that a run may take; a longer one is stopped; default 10m")
  private String longest = "10m";

  @Override
  public Integer call() {
    return CommandWork.lasting(new Screen(System.err, System.err), this::serve);
  }

  private ExitCode serve(Screen screen, StopSignal stop)
      throws UsageException, IOException, InterruptedException {
    GivenBounds bounds = bounds();
    Tools tools = Tools.here();
    WorkFolder folder = new WorkFolder(Path.of(""), tools.installation().home());
    CountDownLatch ended = new CountDownLatch(1);
    stop.onStop(ended::countDown);
    // What anything else prints must not be taken for an answer.
    OutputStream answers = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err);
    try (AssistantRuns runs = new AssistantRuns(tools, bounds, stop)) {
      AssistantTools offered = new AssistantTools(tools, folder, runs);
      AssistantServer.serve(
          offered, new AssistantPages(folder), new ClientInput(System.in, answers, stop), answers);
      ended.await();
    }
    return stop.isSignalled() ? ExitCode.INTERRUPTED : ExitCode.PASSED;
  }

  private GivenBounds bounds() throws UsageException {
    try {
      return new GivenBounds(true, hosts, Span.parse(longest));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--longest: " + e.getMessage());
    }
  }
}
