// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.process;

import io.fleetload.commandline.HandedOverrides;
import io.fleetload.process.OpenFiles;
import io.fleetload.process.StopTimes;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.fleetload.tool.ToolEvents;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A tool running as a child process. It stops when its standard input is closed, which also happens
 * when this process dies, so none is left behind. It does not get the terminal's Ctrl-C: the
 * campaign takes it and stops its children in order.
 */
public final class ToolProcess implements AutoCloseable {
  /**
   * A library that catches an OutOfMemoryError leaves a process that is half dead and waited for.
   * HotSpot then says so on standard output, and ends with a code that means something else here.
   */
  private static final String WITHOUT_MEMORY = "-XX:+ExitOnOutOfMemoryError";

  private static final String MEMORY_RAN_OUT = "Terminating due to java.lang.OutOfMemoryError: ";

  /** A JVM that ends without memory does so with it, which means something else here. */
  static final int CODE_WITHOUT_MEMORY = 3;

  /** A JVM that cannot start a program ends with it, which means something else here. */
  static final int CODE_WITHOUT_START = 1;

  /** Advice for a user with a JVM that cannot start a program. */
  static final String START_AGAIN =
      "change FLEETLOAD_JAVA_OPTIONS, allow more memory or files (ulimit -a), or install again";

  /** The reason is in the next line. */
  private static final String OF_VM = "initialization of VM";

  private static final long LOOK_NANOS = 50_000_000;

  /** Message of the system, which Java puts into its own. */
  private static final String TOO_MANY_FILES = "(Too many open files)";

  private static final String UNCAUGHT = "Exception in thread";

  private static final Pattern HEAP = Pattern.compile("-Xmx([0-9]{1,8})([kKmMgG]?)");

  /** Number that the exit code of a process adds to the signal that ended it. */
  private static final int OF_SIGNALS = 128;

  private static final Map<Integer, String> SIGNALS =
      Map.of(
          1, "SIGHUP",
          4, "SIGILL",
          6, "SIGABRT",
          7, "SIGBUS",
          9, "SIGKILL, which is also what the kernel sends where memory runs out",
          11, "SIGSEGV",
          15, "SIGTERM");

  private final String name;
  private final Process process;
  private final Path log;
  private final String twiceItsHeap;
  private final Thread reader;
  private final CompletableFuture<String> ready = new CompletableFuture<>();
  private volatile CompletableFuture<String> asked = new CompletableFuture<>();
  private volatile String problem;
  private volatile String waitsFor;
  private volatile boolean spoke;
  private volatile String said = "";
  private volatile boolean withoutMemory;
  private volatile boolean toldToStop;
  private Long stopBy;

  private ToolProcess(
      String name, Process process, Path log, String twiceItsHeap, Consumer<ToolEvent> onEvent) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.twiceItsHeap = twiceItsHeap;
    this.reader = new Thread(() -> read(onEvent), name + "-output");
    this.reader.setDaemon(true);
  }

  /**
   * Starts a tool.
   *
   * @param name its name
   * @param command its command line, which begins with java
   * @param log file for its standard error
   * @param onEvent receives its events, except that it is ready
   * @throws IOException if it cannot be started
   */
  public static ToolProcess start(
      String name, List<String> command, Path log, Consumer<ToolEvent> onEvent) throws IOException {
    return start(name, command, log, onEvent, environment -> {});
  }

  /**
   * Starts a tool.
   *
   * @param environment changes the one of this process to the tool's
   * @throws IOException if it cannot be started
   */
  public static ToolProcess start(
      String name,
      List<String> command,
      Path log,
      Consumer<ToolEvent> onEvent,
      Consumer<Map<String, String>> environment)
      throws IOException {
    ProcessBuilder builder = builder(command);
    environment.accept(builder.environment());
    Process process = builder.redirectError(log.toFile()).start();
    ToolProcess tool = new ToolProcess(name, process, log, twiceItsHeap(command), onEvent);
    tool.reader.start();
    return tool;
  }

  /** The last option counts; without one a heap is as large as the host allows. */
  static String twiceItsHeap(List<String> command) {
    String twice = "4g";
    for (String option : command) {
      Matcher heap = HEAP.matcher(option);
      twice = heap.matches() ? 2 * Integer.parseInt(heap.group(1)) + heap.group(2) : twice;
    }
    return twice;
  }

  /** Overrides may be secrets, which a list of the host's processes must not show. */
  static ProcessBuilder builder(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder();
    List<String> java = new ArrayList<>(command);
    java.add(1, WITHOUT_MEMORY);
    List<String> line = new ArrayList<>(withoutInterrupts(System.getProperty("os.name")));
    line.addAll(HandedOverrides.hand(java, builder.environment()));
    return builder.command(line);
  }

  /**
   * Returns advice for a tool that printed this line as its memory ran out, or null for another
   * line.
   */
  static String withoutMemory(String name, String line, String twiceItsHeap) {
    return line.startsWith(MEMORY_RAN_OUT)
        ? "%s needs more memory than it may have (%s): FLEETLOAD_JAVA_OPTIONS=-Xmx%s gives it more"
            .formatted(name, line.substring(MEMORY_RAN_OUT.length()), twiceItsHeap)
        : null;
  }

  /**
   * Returns the arguments before a command that the terminal's Ctrl-C must not reach. Ignored
   * signals stay ignored over exec, and a JVM leaves an ignored SIGINT alone. Windows has no such
   * shell: there, Ctrl-C reaches the children too.
   */
  public static List<String> withoutInterrupts(String system) {
    return system.startsWith("Windows")
        ? List.of()
        : List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh");
  }

  public String name() {
    return name;
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  /** Completed with the line that says it is ready, or with null if it ends before. */
  CompletableFuture<String> ready() {
    return ready;
  }

  /** Completed when it has ended. */
  public CompletableFuture<Process> ended() {
    return process.onExit();
  }

  /** Returns whether it has ended; unlike {@link #ended()} it knows so at once. */
  public boolean hasEnded() {
    return !process.isAlive();
  }

  /** Returns the problem that it reported, or null. */
  public String problem() {
    return problem;
  }

  /** Returns the thing that its start waits for, or null. */
  String waitsFor() {
    return waitsFor;
  }

  /** Tells one that waits for it that it may begin. */
  public void begin() {
    try {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
    } catch (IOException e) {
      // Its end of the pipe is gone, and so is the tool.
    }
  }

  /**
   * Has it do something, with a line on its standard input; one thing at a time.
   *
   * @return completed with the problem that it had, or with null if it had none
   */
  public CompletableFuture<String> ask(String line) {
    CompletableFuture<String> done = new CompletableFuture<>();
    asked = done;
    try {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      done.complete(name + " does not listen any more");
    }
    var unused = ended().thenRun(() -> done.complete(name + " has ended"));
    return done;
  }

  /** Tells it to stop; from the first time on it has {@link StopTimes#CHILD}. */
  public void stop() {
    stop(Duration.ZERO);
  }

  /**
   * Tells it to stop.
   *
   * @param longer what it may need beyond {@link StopTimes#CHILD}
   */
  public void stop(Duration longer) {
    toldToStop = true;
    leftToStop(longer);
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // Its end of the pipe is gone, and so is the tool.
    }
  }

  /** Tells it to stop without finishing its work, as there is nothing left to do it with. */
  public void breakOff() {
    toldToStop = true;
    leftToStop();
    process.destroy();
  }

  /** Returns whether it was asked to stop; a tool that ends without a request has died. */
  boolean toldToStop() {
    return toldToStop;
  }

  /** Describes the end of a tool that has ended. */
  String end() {
    int code = process.exitValue();
    int signal = code - OF_SIGNALS;
    return SIGNALS.containsKey(signal)
        ? ", killed by signal %s (%s)".formatted(signal, SIGNALS.get(signal))
        : " with exit code " + code;
  }

  /**
   * Waits for the end of a tool that has ended or was asked to stop.
   *
   * @return its exit code, or null if it does not end
   */
  public Integer await() throws InterruptedException {
    while (!hasEnded()) {
      long left = leftToStop();
      if (left <= 0) {
        return null;
      }
      // It may have less time at any moment.
      process.waitFor(Math.min(left, LOOK_NANOS), TimeUnit.NANOSECONDS);
    }
    awaitOutput();
    int code = process.exitValue();
    if (code == CODE_WITHOUT_START && !spoke) {
      if (textOf(log).contains(TOO_MANY_FILES)) {
        problem =
            "%s: raise the limit of open files with: ulimit -n 4096; it may open %s; see %s"
                .formatted(name, OpenFiles.limit(), log);
        return ExitCode.WRONG_USAGE.code();
      }
      String why = said.isEmpty() ? firstOf(log) : said;
      problem = "%s: Java did not start it (%s): %s; see %s".formatted(name, why, START_AGAIN, log);
      return (why.startsWith(UNCAUGHT) ? ExitCode.INTERNAL_FAULT : ExitCode.WRONG_USAGE).code();
    }
    return withoutMemory && code == CODE_WITHOUT_MEMORY ? ExitCode.INTERNAL_FAULT.code() : code;
  }

  private static String firstOf(Path log) {
    return textOf(log).lines().findFirst().orElse("it does not say why");
  }

  private static String textOf(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Waits until all is read that a tool said which has ended. */
  void awaitOutput() throws InterruptedException {
    reader.join(StopTimes.CHILD.toMillis());
  }

  /** Returns the time that it has to stop, in ns. The time begins to run at the first call. */
  private long leftToStop() {
    return leftToStop(Duration.ZERO);
  }

  /** From now on it has no longer than that, however long it had before. */
  synchronized void stopWithin(Duration most) {
    long by = System.nanoTime() + most.toNanos();
    stopBy = stopBy == null ? by : (Long) Math.min(stopBy, by);
  }

  private synchronized long leftToStop(Duration longer) {
    long now = System.nanoTime();
    if (stopBy == null) {
      stopBy = now + StopTimes.CHILD.plus(longer).toNanos();
    }
    return stopBy - now;
  }

  /** Waits until one of these has happened, for as long as it takes. */
  public static void awaitAny(CompletableFuture<?>... events) throws InterruptedException {
    try {
      CompletableFuture.anyOf(events).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Stops it; where it does not stop by itself, by force. */
  @Override
  public void close() {
    stop();
    try {
      if (!process.waitFor(leftToStop(), TimeUnit.NANOSECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void read(Consumer<ToolEvent> onEvent) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line;
      while ((line = lines.readLine()) != null) {
        take(line, onEvent);
      }
    } catch (IOException e) {
      // Its output ends with it.
    } finally {
      ready.complete(null);
    }
  }

  private void take(String line, Consumer<ToolEvent> onEvent) {
    ToolEvent event = ToolEvents.read(line).orElse(null);
    spoke |= event != null;
    if (event instanceof ToolEvent.Ready) {
      ready.complete(line);
    } else if (event instanceof ToolEvent.Problem said) {
      problem = said.text();
    } else if (event instanceof ToolEvent.PartChange done) {
      asked.complete(done.problem());
    } else if (event instanceof ToolEvent.StartWait waiting) {
      waitsFor = waiting.what();
    } else if (event != null) {
      onEvent.accept(event);
    } else if (withoutMemory(name, line, twiceItsHeap) != null) {
      withoutMemory = true;
      problem = withoutMemory(name, line, twiceItsHeap);
    } else {
      // A JVM that crashes frames what it says with this sign.
      String text = line.replaceFirst("^#\\s*", "");
      said = said.isEmpty() || said.endsWith(OF_VM) ? text : said;
    }
  }
}
