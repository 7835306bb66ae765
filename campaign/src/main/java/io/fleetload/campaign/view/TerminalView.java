// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import io.fleetload.progress.ToolEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A run as a few lines of text: the phase, a row for each flow, the sessions, the backend. */
final class TerminalView {
  private static final int BAR = 30;
  private static final int LABEL = 9;

  private TerminalView() {}

  /**
   * Returns the lines, the most important first.
   *
   * @param now the run, after a first report of the devices
   * @param width how wide a line may be
   */
  static List<Line> lines(RunSoFar.Now now, int width) {
    List<Line> lines = new ArrayList<>();
    ToolEvent.Progress progress = now.devices();
    lines.add(phase(progress, width));
    lines.addAll(FlowTable.lines(progress, width));
    if (progress.devices() != null) {
      lines.add(sessions(progress.devices(), progress.shards(), width));
    }
    if (now.backend() != null && !progress.flows().isEmpty()) {
      lines.add(backend(now, width));
    }
    return lines;
  }

  private static Line phase(ToolEvent.Progress progress, int width) {
    List<String> parts = new ArrayList<>();
    parts.add(label(progress.phase()));
    Double share = share(progress);
    String left = progress.secondsLeft() == null ? null : left(progress.secondsLeft());
    if (share != null) {
      String percent = String.format(Locale.ROOT, "%3d %%", (int) (share * 100));
      String rest = percent + (left == null ? "" : ", " + left);
      int room = width - LABEL - rest.length() - 2;
      // A bar of fewer steps says less than the figure beside it.
      parts.add(room < 8 ? rest.strip() : bar(share, Math.min(room - 2, BAR)) + "  " + rest);
    } else if (left != null) {
      parts.add(left);
    }
    return new Line(LineFit.into(width, "", parts).stripTrailing(), Line.Tone.HEAD);
  }

  /** Returns the part of the phase that is done, 0 to 1, or null if it is not known. */
  private static Double share(ToolEvent.Progress progress) {
    ToolEvent.DeviceProgress devices = progress.devices();
    if (progress.secondsLeft() != null && progress.phaseSeconds() != null) {
      double passed = progress.phaseSeconds() - progress.secondsLeft();
      return Math.max(0, Math.min(1, passed / progress.phaseSeconds()));
    }
    return progress.flows().isEmpty() && devices != null && devices.asked() > 0
        ? Double.valueOf((double) devices.connected() / devices.asked())
        : null;
  }

  private static String bar(double share, int steps) {
    int done = (int) (share * steps);
    return "[" + "#".repeat(done) + "-".repeat(steps - done) + "]";
  }

  private static String left(double seconds) {
    long whole = (long) Math.ceil(seconds);
    return (whole < 120 ? whole + " s" : whole / 60 + " min " + whole % 60 + " s") + " left";
  }

  private static Line sessions(ToolEvent.DeviceProgress devices, Integer shards, int width) {
    List<String> parts = new ArrayList<>();
    String fleet = devices.connected() + " of " + devices.asked() + " connected";
    parts.add(label("sessions") + fleet + (shards == null ? "" : ", " + shards + " shards"));
    boolean late = devices.lagP99Ms() != null && devices.lagP99Ms() > devices.lagLimitMs();
    if (devices.lagP99Ms() != null) {
      parts.add(
          String.format(
              Locale.ROOT,
              "generator lag %s %.1f ms, %s %.0f",
              shards == null ? "p99" : "max p99",
              devices.lagP99Ms(),
              late ? "OVER its limit of" : "limit",
              devices.lagLimitMs()));
    }
    return new Line(LineFit.into(width, ", ", parts), late ? Line.Tone.ALARM : Line.Tone.PLAIN);
  }

  private static Line backend(RunSoFar.Now now, int width) {
    ToolEvent.Progress backend = now.backend();
    double rate =
        backend.flows().values().stream().mapToDouble(ToolEvent.FlowProgress::reached).sum();
    long failed = backend.flows().values().stream().mapToLong(ToolEvent.FlowProgress::failed).sum();
    List<String> parts = new ArrayList<>();
    parts.add(label("backend") + FlowTable.decimal(rate) + "/s received");
    long trouble = failed;
    if (now.lateOrLost() != null) {
      trouble += now.lateOrLost();
      parts.add("late or lost " + now.lateOrLost());
    }
    if (failed > 0) {
      parts.add("commands not written " + failed);
    }
    if (backend.receipts() != null) {
      trouble += backend.receipts().duplicate() + backend.receipts().outOfOrder();
      parts.add("duplicate " + backend.receipts().duplicate());
      parts.add("out of order " + backend.receipts().outOfOrder());
    }
    return new Line(
        LineFit.into(width, ", ", parts), trouble > 0 ? Line.Tone.ALARM : Line.Tone.PLAIN);
  }

  private static String label(String name) {
    return ("%-" + LABEL + "s").formatted(name);
  }
}
