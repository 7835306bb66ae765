// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.process.UserFile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ValueText;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.DamagedBook;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a tool's work and turns what can go wrong into lines for the user and an exit code. */
public final class Tool {
  private static final Logger LOG = LoggerFactory.getLogger(Tool.class);
  private static final int LONGEST_LINE = 2_500;

  private final String name;
  private final Teller teller;
  private final StopSignal stop;

  /** The work of a tool. */
  @FunctionalInterface
  public interface Work {
    /**
     * Does it.
     *
     * @throws ProfileException if the profile is wrong
     * @throws UsageException if the command line is wrong
     * @throws TargetException if the target is not there
     * @throws IOException if results cannot be written or read
     * @throws InterruptedException if the thread was interrupted
     */
    ExitCode run()
        throws ProfileException, UsageException, TargetException, IOException, InterruptedException;
  }

  /** A tool with its name, where it tells what happens, and what stops it. */
  public Tool(String name, Teller teller, StopSignal stop) {
    this.name = name;
    this.teller = teller;
    this.stop = stop;
  }

  /**
   * Does the work and returns the process's exit code. A thread that nothing can be done for, of
   * the tool's own or of a library, ends the process with the code of a fault of ours.
   */
  public int run(Work work) {
    Thread.setDefaultUncaughtExceptionHandler(this::died);
    int code = ExitCode.INTERNAL_FAULT.code();
    try {
      code = result(work);
      return code;
    } finally {
      stop.finished(code);
    }
  }

  private int result(Work work) {
    try {
      return work.run().code();
    } catch (ProfileException | UsageException e) {
      return problem(ExitCode.WRONG_USAGE, e.getMessage());
    } catch (TargetException e) {
      return problem(e.code(), e.getMessage());
    } catch (ResultFiles.WriteFailure e) {
      return problem(ExitCode.RESULTS_NOT_WRITTEN, e.getMessage());
    } catch (FileSystemException e) {
      // Its message is often the file's name and nothing else.
      return problem(
          ExitCode.WRONG_USAGE,
          "cannot use a file: %s: %s".formatted(e.getFile(), UserFile.reason(e)));
    } catch (IOException e) {
      return problem(ExitCode.WRONG_USAGE, e.getMessage() == null ? e.toString() : e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return problem(ExitCode.INTERRUPTED, "interrupted");
    } catch (InvalidPathException e) {
      return problem(ExitCode.WRONG_USAGE, noFileName(e));
    } catch (DamagedBook e) {
      return problem(
          ExitCode.WRONG_USAGE,
          "take the books as the run left them: one is damaged: " + e.getMessage());
    } catch (RuntimeException | Error e) {
      return problem(ExitCode.INTERNAL_FAULT, fault(name, e));
    }
  }

  /**
   * Returns advice on a name that no file can have, or that is impossible in the locale of this
   * process.
   */
  public static String noFileName(InvalidPathException wrong) {
    return wrong.getReason().startsWith("Malformed")
        ? "set LC_ALL=C.UTF-8, or give a name in ASCII: Java cannot use a file's name in this locale"
        : "cannot use a file's name: " + wrong.getReason() + " in it";
  }

  /**
   * Ends the process, since a thread that waits for the dead one would wait for ever; logs the
   * failure of a daemon thread and goes on, if it is no error. Files already written stay.
   */
  private void died(Thread thread, Throwable why) {
    if (!(why instanceof Error) && thread.isDaemon()) {
      LOG.error("the thread {} ended", thread.getName(), why);
      return;
    }
    try {
      problem(ExitCode.INTERNAL_FAULT, fault(name, why));
    } finally {
      Runtime.getRuntime().halt(ExitCode.INTERNAL_FAULT.code());
    }
  }

  /** The line for what no user did. The log has what the one who mends it needs. */
  public static String fault(String name, Throwable why) {
    if (!(why instanceof Error)) {
      LOG.error("a fault of {} itself", name, why);
    }
    long megabytes = Runtime.getRuntime().maxMemory() >> 20;
    return why instanceof OutOfMemoryError
        ? "%s needs more memory than the %s MB that it may have (%s): FLEETLOAD_JAVA_OPTIONS=-Xmx%sm gives it more"
            .formatted(name, megabytes, why.getMessage(), 2 * megabytes)
        : "a fault of %s itself, please report it: %s".formatted(name, why);
  }

  private int problem(ExitCode code, String text) {
    // A name or value that the user gave is in it as it is.
    String shown =
        text.lines()
            .map(each -> ValueText.of(each, LONGEST_LINE))
            .collect(Collectors.joining("\n"));
    teller.tell(new ToolEvent.Problem(name, code.code(), shown));
    return code.code();
  }
}
