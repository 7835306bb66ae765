// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.published;

import io.fleetload.results.ResultFiles;
import io.fleetload.results.ResultView;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import java.io.IOException;
import java.nio.file.Path;

/** The two flat files of the published "Hono Load Tests with CoAP devices". */
public final class PublishedForm implements ResultView {
  @Override
  public void write(DeviceBook book, Path directory) throws IOException {
    ResultFiles.write(directory.resolve(PublishedSummary.FILE), PublishedSummary.of(book));
  }

  @Override
  public void write(BackendBook book, Path directory) throws IOException {
    ResultFiles.write(
        directory.resolve(PublishedBackendSummary.FILE), PublishedBackendSummary.of(book));
  }
}
