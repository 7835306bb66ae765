package io.fleetload.simulator.start;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Span;
import io.fleetload.results.Shard;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A barrier in a directory that all shards see. Each run has a directory of its own in it, named by
 * its id: {@code 2-of-5.here} says that a shard is there, {@code 2-of-5.ready} that it is
 * connected, {@code decision} what all obey.
 *
 * <p>Nobody leads. The first shard to find all ready decides on a time, the first to have waited
 * too long decides that there is no run, and so does one that gives up. That a file is created once
 * is all that is asked of the file system (O_EXCL), so exactly one of these decisions counts, and a
 * shard that gives up cannot be counted among those that begin.
 */
public final class DirectoryBarrier implements StartBarrier {
  /** From the decision to the start: every shard must have seen it by then. */
  static final Duration MARGIN = Duration.ofSeconds(3);

  private static final String HERE = ".here";
  private static final String READY = ".ready";
  private static final String START = "start ";
  private static final String FAILED = "failed ";

  private final Path directory;
  private final String runId;
  private final Shard shard;
  private final Span timeout;
  private final Clock clock;
  private Instant readySince;

  /**
   * A barrier.
   *
   * @param directory the profile's {@code run.barrier}
   * @param runId tells the runs apart that meet there
   * @param shard who this is
   * @param timeout the longest wait for the others
   * @param clock the wall clock, which the shards' hosts share
   */
  public DirectoryBarrier(Path directory, String runId, Shard shard, Span timeout, Clock clock) {
    this.directory = directory.resolve(runId);
    this.runId = runId;
    this.shard = shard;
    this.timeout = timeout;
    this.clock = clock;
  }

  @Override
  public void enter() throws UsageException {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw unwritable(e);
    }
    try {
      create(name(shard) + HERE, clock.instant() + "\n");
      for (String other : names(HERE)) {
        if (!other.endsWith("-of-" + shard.of())) {
          throw new UsageException(
              "run.barrier: this is shard %s, but shard %s of run %s is at %s; all need one number of"
                      .formatted(shard, other.replace("-of-", "/"), runId, directory)
                  + " shards");
        }
      }
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(
          "run.barrier: shard %s of run %s was at %s already; give every run a --run-id of its own"
              .formatted(shard, runId, directory));
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private UsageException unwritable(IOException e) {
    return new UsageException(
        "run.barrier: cannot write to %s (%s); give a directory that all shards can write to"
            .formatted(directory, reason(e)));
  }

  @Override
  public void ready() throws TargetException {
    try {
      readySince = clock.instant();
      create(name(shard) + READY, readySince + "\n");
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  @Override
  public Optional<Instant> look() throws TargetException {
    try {
      Optional<Instant> decided = decided();
      if (decided.isPresent()) {
        return decided;
      }
      List<String> missing = missing();
      if (missing.isEmpty()) {
        decide(START + clock.instant().plus(MARGIN));
      } else if (waited() >= timeout.nanos()) {
        decide(FAILED + "no shard %s within %s".formatted(String.join(", ", missing), timeout));
      }
      // Another may have decided first.
      return decided();
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private long waited() {
    return Duration.between(readySince, clock.instant()).toNanos();
  }

  @Override
  public void giveUp(String why) {
    try {
      decide(FAILED + "shard %s gave up: %s".formatted(shard, why.lines().findFirst().orElse("")));
    } catch (IOException e) {
      // The others find out by waiting.
    }
  }

  /** What was decided; nothing while nothing was, or while it is being written. */
  private Optional<Instant> decided() throws IOException, TargetException {
    if (!Files.exists(decision())) {
      return Optional.empty();
    }
    String text = Files.readString(decision());
    if (!text.endsWith("\n")) {
      if (waited() >= timeout.nanos()) {
        throw new TargetException(
            "run.barrier: %s was begun and never written; the shard that did so is gone"
                .formatted(decision()));
      }
      return Optional.empty();
    }
    if (text.startsWith(START)) {
      return Optional.of(Instant.parse(text.substring(START.length()).strip()));
    }
    throw new TargetException(
        "run.barrier: %s; run %s does not begin: its shards begin together or not at all"
            .formatted(text.substring(FAILED.length()).strip(), runId));
  }

  private void decide(String what) throws IOException {
    try {
      create("decision", what + "\n");
    } catch (FileAlreadyExistsException e) {
      // Then that is what counts.
    }
  }

  private List<String> missing() throws IOException {
    List<String> ready = names(READY);
    List<String> missing = new ArrayList<>();
    for (int number = 1; number <= shard.of(); number++) {
      Shard each = new Shard(number, shard.of());
      if (!ready.contains(name(each))) {
        missing.add(each.toString());
      }
    }
    return missing;
  }

  private List<String> names(String kind) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(kind))
          .map(name -> name.substring(0, name.length() - kind.length()))
          .sorted()
          .toList();
    }
  }

  private void create(String name, String content) throws IOException {
    Files.writeString(directory.resolve(name), content, StandardOpenOption.CREATE_NEW);
  }

  private Path decision() {
    return directory.resolve("decision");
  }

  private TargetException unusable(IOException e) {
    return new TargetException(
        "run.barrier: %s cannot be used any more (%s)".formatted(directory, reason(e)));
  }

  private static String reason(IOException e) {
    return e.getClass().getSimpleName() + ": " + e.getMessage();
  }

  private static String name(Shard shard) {
    return shard.number() + "-of-" + shard.of();
  }
}
