// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.analysis.limit.Limit;
import io.fleetload.campaign.process.ToolProcess;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.view.RunSoFar;
import io.fleetload.process.StopTimes;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import io.fleetload.tool.Sentences;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A run that an assistant started: a process, and what it said so far. */
final class AssistantRun implements Consumer<ToolEvent> {
  private static final int MOST_LINES = 80;
  private static final String LIMIT = "limit";

  private final String id;
  private final Path log;
  private final CompletableFuture<ToolEvent.Begin> begun = new CompletableFuture<>();
  private final RunSoFar soFar = new RunSoFar();
  private final Deque<String> lines = new ArrayDeque<>();
  private ToolProcess process;
  private ToolEvent.End end;
  private String stopped;

  /**
   * Not started yet.
   *
   * @param log the file of its standard error
   */
  AssistantRun(String id, Path log) {
    this.id = id;
    this.log = log;
  }

  String id() {
    return id;
  }

  synchronized void start(ToolProcess started) {
    process = started;
  }

  private synchronized ToolProcess process() {
    return process;
  }

  @Override
  public synchronized void accept(ToolEvent event) {
    soFar.saw(event);
    if (event instanceof ToolEvent.Begin begin) {
      begun.complete(begin);
    } else if (event instanceof ToolEvent.End last) {
      end = last;
    } else if (event instanceof ToolEvent.Sentence said) {
      lines.add(said.tool().equals(Campaign.TOOL) ? said.text() : Sentences.of(said));
      if (lines.size() > MOST_LINES) {
        lines.remove();
      }
    }
  }

  /** Waits until it has begun or ended. */
  void awaitBegin() throws InterruptedException {
    ToolProcess.awaitAny(begun, process().ended());
    if (hasEnded()) {
      // What it said last is read by then.
      var unused = process().await();
    }
  }

  /** Waits for its end, but no longer than that. */
  void awaitEnd(long seconds) throws InterruptedException {
    ToolProcess.awaitAny(
        process().ended(),
        new CompletableFuture<Void>().completeOnTimeout(null, seconds, TimeUnit.SECONDS));
  }

  boolean hasEnded() {
    return process().hasEnded();
  }

  /** Has it end and write its results. */
  void stop(String why) {
    synchronized (this) {
      if (process.hasEnded()) {
        return;
      }
      stopped = stopped == null ? why : stopped;
    }
    process().stop(StopTimes.CAMPAIGN);
  }

  /**
   * Ends it with the server, and waits until its results are written.
   *
   * @param soon whether a signal came, after which a run has 10 s
   */
  void end(boolean soon) {
    ToolProcess ending = process();
    try {
      if (!ending.hasEnded()) {
        // On Windows a signal ends a process at once, without results.
        if (soon && File.separatorChar == '/') {
          ending.breakOff();
        } else {
          ending.stop(StopTimes.CAMPAIGN);
        }
      }
      ending.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ending.close();
      deleteLog();
    }
  }

  private void deleteLog() {
    if (said().stream().anyMatch(each -> each.contains(log.toString()))) {
      return;
    }
    try {
      Files.deleteIfExists(log);
    } catch (IOException e) {
      // It is in the system's folder for such files.
    }
  }

  /** The exit code of a run that has ended; null of one that goes on. */
  Integer exitCode() throws InterruptedException {
    ToolProcess ending = process();
    if (!ending.hasEnded()) {
      return null;
    }
    Integer code = ending.await();
    synchronized (this) {
      return end == null ? code : Integer.valueOf(end.exitCode());
    }
  }

  /** The lines of its verdict, or of a mistake, as on a terminal. */
  List<String> said() {
    String problem = process().problem();
    List<String> all;
    synchronized (this) {
      all = new ArrayList<>(lines);
    }
    if (problem != null) {
      all.addAll(problem.lines().toList());
    }
    return all;
  }

  /**
   * A document that says how far it is, or how it ended.
   *
   * @throws IOException if what a search found cannot be read
   */
  ObjectNode document() throws IOException, InterruptedException {
    Integer code = exitCode();
    ObjectNode document = (ObjectNode) ResultFiles.tree(new About(id, code == null));
    ToolEvent.Begin begin = begun.getNow(null);
    if (begin != null) {
      document.set("asked", ResultFiles.tree(begin));
    }
    RunSoFar.Now now = soFar.now();
    synchronized (this) {
      if (stopped != null) {
        document.put("stopped", stopped);
      }
      if (code != null && end != null) {
        document.put("exitCode", code);
        document.put("status", end.status());
        document.put("meaning", ExitCode.ofStatus(end.status()).meaning());
      } else if (code != null) {
        document.put("exitCode", code);
      }
    }
    if (code == null && now.devices() != null) {
      document.set("devices", ResultFiles.tree(now.devices()));
    }
    if (code == null && now.backend() != null) {
      document.set("backend", ResultFiles.tree(now.backend()));
    }
    document.set("lines", ResultFiles.tree(said()));
    if (code != null && isSearch()) {
      document.set(LIMIT, ResultFiles.tree(limit(), Limit.class));
    }
    return document;
  }

  /** Returns whether it searched a limit, and wrote what it found. */
  boolean isSearch() {
    return directory() != null && Files.exists(limit());
  }

  private Path limit() {
    return Path.of(directory()).resolve(Limit.FILE);
  }

  /** The directory of its results; null before it has one. */
  String directory() {
    ToolEvent.Begin begin = begun.getNow(null);
    return begin == null ? null : begin.directory();
  }

  /**
   * The begin of a document on a run.
   *
   * @param run its number in this server
   * @param running whether it goes on
   */
  private record About(String run, boolean running) {}
}
