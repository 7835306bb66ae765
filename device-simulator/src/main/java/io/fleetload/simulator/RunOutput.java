// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator;

import io.fleetload.progress.Teller;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.ResultView;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.simulator.measure.RunFigures;
import io.fleetload.simulator.metrics.DeviceMetrics;
import io.fleetload.tool.RenewedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Output of a run: the tool's lines, the page of metrics and the files in its directory. */
final class RunOutput {
  private final Path directory;
  private final List<ResultView> views;
  private final Teller teller;
  private final Optional<DeviceMetrics> metrics;
  private final RenewedFile onDisk;

  RunOutput(
      Path directory, List<ResultView> views, Teller teller, Optional<DeviceMetrics> metrics) {
    this.directory = directory;
    this.views = views;
    this.teller = teller;
    this.metrics = metrics;
    this.onDisk = new RenewedFile(directory.resolve(DeviceBook.FILE), this::say);
  }

  /** Says a sentence. */
  void say(String text) {
    tell(new ToolEvent.Sentence(Simulation.TOOL, text));
  }

  /** Tells what goes on. */
  void tell(ToolEvent event) {
    teller.tell(event);
  }

  /** Returns whether there is a page of metrics. */
  boolean showsFigures() {
    return metrics.isPresent();
  }

  /** Shows figures on the page of metrics, where there is one. */
  void show(RunFigures figures) {
    metrics.ifPresent(each -> each.show(figures));
  }

  /** Renews the book on disk while the run goes on; a failure is said and is no end. */
  void renew(DeviceBook book) {
    onDisk.renew(book);
  }

  /**
   * Writes the last book.
   *
   * @throws IOException if it cannot be written
   */
  void write(DeviceBook book) throws IOException {
    ResultFiles.write(directory.resolve(DeviceBook.FILE), book);
    for (ResultView view : views) {
      view.write(book, directory);
    }
  }
}
