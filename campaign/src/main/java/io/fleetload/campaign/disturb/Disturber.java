// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.disturb;

import io.fleetload.campaign.part.PartFailure;
import io.fleetload.campaign.part.TargetParts;
import io.fleetload.pack.TargetPart;
import io.fleetload.profile.disturb.Action;
import io.fleetload.profile.disturb.Disturbance;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.outage.DisturbanceNote;
import io.fleetload.results.outage.Disturbances;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Disturbs the target when the profile says, and notes what was really done. It knows from the
 * devices' progress when the measured phase began. What is away when the run ends is begun again.
 */
public final class Disturber implements AutoCloseable {
  private static final String MEASURE = "measure";

  private final List<Disturbance> asked;
  private final Map<String, TargetPart> parts = new HashMap<>();
  private final DisturbingPlaces places;
  private final Path directory;
  private final DueActions actions;
  private final Clock clock;
  private final Consumer<String> say;
  private final List<DisturbanceNote> notes = new ArrayList<>();

  /** Parts that are away or scaled, by the place of the disturbance. */
  private final Map<Integer, TargetPart> away = new HashMap<>();

  private boolean begun;

  /** Does one thing after the other, when it is due. */
  interface DueActions {
    /** Does something after that many ns, or as soon as what was due before is done. */
    void after(long nanos, Runnable what);

    /**
     * Drops what is not due yet, and interrupts what goes on.
     *
     * @return whether nothing goes on any more
     */
    boolean end() throws InterruptedException;
  }

  /**
   * Prepares the disturbances of a profile; their notes say from here on that none was done.
   *
   * @param of the parts of the target
   * @param places where they run
   * @param directory the run's
   * @param actions does one thing after the other, when it is due
   * @param say gets a line for each begin and end
   * @throws IOException if the notes cannot be written
   */
  Disturber(
      List<Disturbance> asked,
      List<TargetPart> of,
      DisturbingPlaces places,
      Path directory,
      DueActions actions,
      Clock clock,
      Consumer<String> say)
      throws IOException {
    this.asked = asked;
    this.places = places;
    this.directory = directory;
    this.actions = actions;
    this.clock = clock;
    this.say = say;
    of.forEach(part -> parts.put(part.name(), part));
    for (Disturbance each : asked) {
      notes.add(
          DisturbanceNote.notBegun(
              each.name(), each.what(), places.nameOf(each), "the run ended before it"));
    }
    if (!asked.isEmpty()) {
      write();
    }
  }

  /** Takes note of the devices' progress. */
  public synchronized void saw(ToolEvent.Progress progress) {
    if (begun || asked.isEmpty() || !progress.phase().equals(MEASURE)) {
      return;
    }
    begun = true;
    double passed =
        progress.phaseSeconds() == null || progress.secondsLeft() == null
            ? 0
            : progress.phaseSeconds() - progress.secondsLeft();
    for (int i = 0; i < asked.size(); i++) {
      int place = i;
      long after = asked.get(i).at().nanos() - Math.round(passed * 1e9);
      actions.after(Math.max(0, after), () -> begin(place));
    }
  }

  private void begin(int place) {
    Disturbance asks = asked.get(place);
    note(place, notes.get(place).begunAt(clock.millis()));
    say.accept("disturb.%s: %s".formatted(asks.name(), asks.what()));
    attempt(
        place,
        () -> {
          Integer code = does(place, asks);
          if (asks.length() == null) {
            done(place, code);
          } else {
            long left =
                asks.length().nanos()
                    - TimeUnit.MILLISECONDS.toNanos(
                        clock.millis() - notes.get(place).beganEpochMs());
            actions.after(
                Math.max(0, left), () -> attempt(place, () -> done(place, putBack(place))));
          }
        });
  }

  private Integer does(int place, Disturbance asks) throws PartFailure, InterruptedException {
    if (asks.run() != null) {
      return places.run(asks.run());
    }
    TargetPart part = parts.get(asks.part());
    TargetParts there = places.parts();
    if (asks.action() == Action.STOP || asks.action() == Action.SCALE) {
      // Also where it fails: it may be gone all the same.
      away.put(place, part);
    }
    return switch (asks.action()) {
      case RESTART -> there.restart(part, asks.processes());
      case KILL -> there.kill(part, asks.processes());
      case STOP -> there.end(part);
      case SCALE -> there.scale(part, asks.to());
    };
  }

  private Integer putBack(int place) throws PartFailure, InterruptedException {
    TargetPart part = away.remove(place);
    return part == null ? null : places.parts().begin(part);
  }

  /** A step of a disturbance. */
  @FunctionalInterface
  private interface Step {
    void take() throws PartFailure, InterruptedException;
  }

  private void attempt(int place, Step step) {
    try {
      step.take();
    } catch (PartFailure e) {
      failed(place, e.code(), e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failed(place, null, "it was not done when the run ended");
    } catch (RuntimeException e) {
      failed(place, null, e.toString());
    }
  }

  private void done(int place, Integer code) {
    DisturbanceNote note = notes.get(place).doneAt(clock.millis(), code);
    note(place, note);
    say.accept(
        String.format(
            Locale.ROOT,
            "disturb.%s: done after %.1f s",
            note.name(),
            (note.endedEpochMs() - note.beganEpochMs()) / 1e3));
  }

  private void failed(int place, Integer code, String why) {
    note(place, notes.get(place).failedAt(clock.millis(), code, why));
    say.accept("disturb.%s failed: %s".formatted(asked.get(place).name(), why));
  }

  private void note(int place, DisturbanceNote note) {
    notes.set(place, note);
    try {
      write();
    } catch (IOException e) {
      say.accept("disturbances: " + e.getMessage());
    }
  }

  private void write() throws IOException {
    ResultFiles.write(directory.resolve(Disturbances.FILE), new Disturbances(List.copyOf(notes)));
  }

  /** Ends what goes on, and begins again what is away. */
  @Override
  public void close() {
    try {
      if (!actions.end()) {
        say.accept("a disturbance does not end");
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (int place : List.copyOf(away.keySet())) {
      if (asked.get(place).length() == null) {
        restore(place);
      } else {
        failed(place, null, "the run ended before it was over");
        restore(place);
      }
    }
    places.close();
  }

  private void restore(int place) {
    try {
      var unused = putBack(place);
    } catch (PartFailure e) {
      say.accept(
          "disturb.%s: bring %s back yourself: %s"
              .formatted(asked.get(place).name(), asked.get(place).part(), e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
