// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.process;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.fleetload.tool.ToolEvents;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A tool running as a child process that speaks for itself: what it prints is seen as it is. It
 * stops when its standard input is closed, which also happens when this process dies.
 */
public final class ForegroundProcess {
  /** A character for each byte, so that what is in no encoding of ours stays as it is. */
  private static final Charset BYTES = StandardCharsets.ISO_8859_1;

  private final String name;
  private final Process process;
  private final String twiceItsHeap;
  private final PrintStream out;
  private final Teller teller;

  private ForegroundProcess(
      String name, Process process, String twiceItsHeap, PrintStream out, Teller teller) {
    this.name = name;
    this.process = process;
    this.twiceItsHeap = twiceItsHeap;
    this.out = out;
    this.teller = teller;
  }

  /**
   * Starts a tool.
   *
   * @param command its command line, which begins with java
   * @param out where its standard output goes
   * @param teller receives the events among the lines of its output instead; null for none
   * @throws IOException if it cannot be started
   */
  public static ForegroundProcess start(
      String name, List<String> command, PrintStream out, Teller teller) throws IOException {
    Process process =
        ToolProcess.builder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new ForegroundProcess(name, process, ToolProcess.twiceItsHeap(command), out, teller);
  }

  /** Tells it to stop. */
  public void stop() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended already.
    }
  }

  /**
   * Waits for its end.
   *
   * @return its own exit code
   * @throws UsageException if Java did not start it
   * @throws TargetException with {@link ExitCode#INTERNAL_FAULT} if its memory ran out
   */
  public ExitCode await() throws UsageException, TargetException, InterruptedException {
    String withoutMemory = passOn();
    int code = process.waitFor();
    if (withoutMemory != null && code == ToolProcess.CODE_WITHOUT_MEMORY) {
      throw new TargetException(ExitCode.INTERNAL_FAULT, withoutMemory);
    }
    if (code == ToolProcess.CODE_WITHOUT_START) {
      throw new UsageException(
          "%s: Java did not start it, for the reason above: %s"
              .formatted(name, ToolProcess.START_AGAIN));
    }
    return ExitCode.of(code);
  }

  /** Returns the line that says that its memory ran out, or null without such a line. */
  private String passOn() {
    String withoutMemory = null;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), BYTES))) {
      String line;
      while ((line = lines.readLine()) != null) {
        String problem = ToolProcess.withoutMemory(name, line, twiceItsHeap);
        if (problem != null) {
          withoutMemory = problem;
        } else if (!isTold(line)) {
          out.writeBytes((line + System.lineSeparator()).getBytes(BYTES));
          out.flush();
        }
      }
    } catch (IOException e) {
      // Its output ends with it.
    }
    return withoutMemory;
  }

  private boolean isTold(String line) {
    if (teller == null) {
      return false;
    }
    Optional<ToolEvent> event =
        ToolEvents.read(new String(line.getBytes(BYTES), StandardCharsets.UTF_8));
    event.ifPresent(teller::tell);
    return event.isPresent();
  }
}
