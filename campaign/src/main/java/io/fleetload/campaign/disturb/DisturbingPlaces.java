// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.disturb;

import io.fleetload.campaign.cluster.part.ClusterParts;
import io.fleetload.campaign.part.ComposeParts;
import io.fleetload.campaign.part.PartCommand;
import io.fleetload.campaign.part.PartFailure;
import io.fleetload.campaign.part.TargetParts;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.disturb.Disturbance;
import io.fleetload.profile.disturb.DisturbancePlace;
import io.fleetload.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Places where a profile's disturbances are done: that of the target's parts, and this host. */
public final class DisturbingPlaces implements AutoCloseable {
  private static final String COMMAND = "command";
  private static final long LONGEST_END_SECONDS = 5;

  private final TargetParts parts;
  private final PartCommand command;
  private final Path profile;

  /**
   * Creates them.
   *
   * @param parts the parts of the target; null if only commands disturb it
   * @param profile the file that the commands are relative to
   */
  DisturbingPlaces(TargetParts parts, PartCommand command, Path profile) {
    this.parts = parts;
    this.command = command;
    this.profile = profile;
  }

  /**
   * The disturber of a run.
   *
   * @param profile the file of the scenario
   * @param embedded the parts of a target that was started for the run; null of any other
   * @param directory the run's
   * @throws UsageException if the parts cannot be reached from here
   * @throws TargetException if no configuration says which cluster
   * @throws IOException if the directory cannot be written
   */
  public static Disturber disturber(
      Scenario scenario, Path profile, TargetParts embedded, Path directory, Consumer<String> say)
      throws UsageException, TargetException, IOException {
    List<Disturbance> asked = scenario.profile().disturbing().disturb();
    for (Disturbance each : asked) {
      checkProgram(each, profile);
    }
    PartCommand command = new PartCommand(directory.resolve("logs").resolve("disturb.log"));
    TargetParts parts =
        asked.stream().allMatch(each -> each.run() != null)
            ? null
            : parts(scenario, embedded, command);
    return new Disturber(
        asked,
        scenario.run().parts(),
        new DisturbingPlaces(parts, command, profile),
        directory,
        new OneThread(),
        Clock.systemUTC(),
        say);
  }

  private static void checkProgram(Disturbance asked, Path profile) throws UsageException {
    if (asked.run() != null && asked.run().get(0).contains("/")) {
      String program = program(asked.run(), profile);
      if (!Files.isExecutable(Path.of(program))) {
        throw new UsageException(
            "disturb: %s is no program; make it one with chmod +x, or name another in run"
                .formatted(program));
      }
    }
  }

  /** A program with a slash is beside the profile; any other is found by the system. */
  private static String program(List<String> words, Path profile) {
    return words.get(0).contains("/")
        ? profile.toAbsolutePath().resolveSibling(words.get(0)).normalize().toString()
        : words.get(0);
  }

  private static TargetParts parts(Scenario scenario, TargetParts embedded, PartCommand command)
      throws UsageException, TargetException {
    if (scenario.run().target().embedded()) {
      if (embedded == null) {
        throw new UsageException(
            "disturb: leave out --running, so that this command starts the target; it cannot end"
                + " parts of another command's");
      }
      return embedded;
    }
    DisturbancePlace place = scenario.profile().disturbing().disturbIn();
    if (place.compose() != null) {
      return new ComposeParts(place.compose(), command);
    }
    return ClusterParts.of(place.context(), place.namespace());
  }

  /** DueActions on a thread of their own. */
  private static final class OneThread implements Disturber.DueActions {
    private final ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread made = new Thread(work, "disturb");
              made.setDaemon(true);
              return made;
            });

    @Override
    public void after(long nanos, Runnable what) {
      var unused = thread.schedule(what, nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public boolean end() throws InterruptedException {
      thread.shutdownNow();
      return thread.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** The parts of the target. */
  TargetParts parts() {
    return parts;
  }

  /** One word for the place where a disturbance is done. */
  String nameOf(Disturbance each) {
    return each.run() != null ? COMMAND : parts.place();
  }

  /** Runs a command of the user's to its end, and returns its exit code. */
  Integer run(List<String> words) throws PartFailure, InterruptedException {
    List<String> line = new ArrayList<>(words);
    line.set(0, program(words, profile));
    return command.run(line);
  }

  @Override
  public void close() {
    if (parts != null) {
      parts.close();
    }
  }
}
