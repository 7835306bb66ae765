// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import io.fleetload.progress.ToolEvent;
import io.fleetload.tool.Sentences;

/** The latest reports of a run's tools. Thread-safe. */
public final class RunSoFar {
  private static final String DEVICES = "device-simulator";
  private static final String BACKEND = "backend-simulator";

  private final OverdueMessages late = new OverdueMessages();
  private String said;
  private ToolEvent.Progress devices;
  private ToolEvent.Progress backend;

  /**
   * The run now.
   *
   * @param said the last sentence of a tool, or null before the first
   * @param devices the last report of the device simulator, or null before the first
   * @param backend the last report of the backend simulator, or null before the first
   * @param lateOrLost messages confirmed to their device for a while and not received by the
   *     backend; null if it is not known
   */
  public record Now(
      String said, ToolEvent.Progress devices, ToolEvent.Progress backend, Long lateOrLost) {}

  /** Takes an event of a tool. */
  public synchronized void saw(ToolEvent event) {
    if (event instanceof ToolEvent.Sentence sentence) {
      said = sentence.text();
    } else if (event instanceof ToolEvent.StartWait) {
      said = Sentences.of(event);
    } else if (event instanceof ToolEvent.Progress progress) {
      if (progress.tool().equals(DEVICES)) {
        devices = progress;
        late.confirmed(progress.devices());
      } else if (progress.tool().equals(BACKEND)) {
        backend = progress;
        late.received(progress.receipts());
      }
    }
  }

  /** Returns whether an event is the devices' progress, on which all else depends. */
  public static boolean isOfDevices(ToolEvent event) {
    return event instanceof ToolEvent.Progress progress && progress.tool().equals(DEVICES);
  }

  public synchronized Now now() {
    return new Now(said, devices, backend, late.count());
  }
}
