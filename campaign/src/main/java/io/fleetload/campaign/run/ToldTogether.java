// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.campaign.view.ShardsSoFar;
import io.fleetload.campaign.view.TargetWatch;
import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import java.util.function.Consumer;

/** Merges the events of several processes of one side into those of one process. */
final class ToldTogether {
  private final ShardsSoFar soFar;
  private final TargetWatch silence;
  private final Teller teller;

  ToldTogether(int count, TargetWatch silence, Teller teller) {
    this.soFar = new ShardsSoFar(count);
    this.silence = silence;
    this.teller = teller;
  }

  /**
   * Listens to one of the processes.
   *
   * @param number which of them, from 1
   */
  Consumer<ToolEvent> of(int number, String process) {
    return event -> {
      if (event instanceof ToolEvent.Silence silent) {
        silence.saw(process, silent);
      } else if (event instanceof ToolEvent.Progress progress) {
        soFar.saw(number, progress).ifPresent(teller::tell);
      } else {
        teller.tell(event);
      }
    };
  }
}
