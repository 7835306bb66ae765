// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.run.FlowNumbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The books of one run, added from those of its shards and backends. A device side that was not
 * split is joined with its backends alone.
 *
 * @param device the device side's half
 * @param backend the backend's half, or null if no backend left a book
 * @param shards the number of shards
 * @param skewMillis time between the first and the last begin of the shards' flows, in ms
 */
public record MergedBooks(DeviceBook device, BackendBook backend, int shards, long skewMillis) {

  /**
   * Adds the books, one after the other: it never holds more of them than one.
   *
   * @throws MergeRefusal if they do not belong together
   * @throws IOException if one cannot be read
   */
  public static MergedBooks of(BookSources found) throws MergeRefusal, IOException {
    List<DeviceBook> heads = new ArrayList<>();
    for (BookSources.Book<DeviceBook> each : found.devices()) {
      heads.add(each.head().read());
    }
    if (heads.size() == 1 && heads.get(0).shard() == null && !found.backends().isEmpty()) {
      DeviceBook whole = found.devices().get(0).whole().read();
      return new MergedBooks(whole, backend(whole, found.backends()), 1, 0);
    }
    ShardsOfOneRun shards = new ShardsOfOneRun(found.devices());
    shards.check(heads);
    DeviceSum devices = new DeviceSum(heads);
    for (BookSources.Book<DeviceBook> each : found.devices()) {
      DeviceBook book = each.whole().read();
      shards.check(each.name(), book, devices);
      devices.add(book);
    }
    DeviceBook device = devices.book();
    BackendBook backend =
        backend(found.devices().get(0).name(), heads.get(0), numberings(device), found.backends());
    return new MergedBooks(device, backend, heads.size(), BookStart.skewMillis(heads));
  }

  /**
   * Adds the books of several backends of a run with one book on the device side.
   *
   * @return the sum, or null without backends
   * @throws MergeRefusal if they do not belong together
   * @throws IOException if one cannot be read
   */
  public static BackendBook backend(DeviceBook device, List<BookSources.Book<BackendBook>> backends)
      throws MergeRefusal, IOException {
    return backend(DeviceBook.FILE, device, numberings(device), backends);
  }

  private static BackendBook backend(
      String deviceName,
      DeviceBook head,
      Map<String, FlowNumbers> numberings,
      List<BookSources.Book<BackendBook>> backends)
      throws MergeRefusal, IOException {
    if (backends.isEmpty()) {
      return null;
    }
    BackendsOfOneRun run = new BackendsOfOneRun(deviceName, head);
    BackendSum sum = new BackendSum(numberings, backends.size());
    for (BookSources.Book<BackendBook> each : backends) {
      BackendBook book = each.whole().read();
      run.check(each.name(), book);
      sum.add(book);
    }
    run.checkAll();
    return sum.book();
  }

  private static Map<String, FlowNumbers> numberings(DeviceBook device) {
    Map<String, FlowNumbers> numberings = new LinkedHashMap<>();
    device.flows().forEach((name, flow) -> numberings.put(name, flow.numbering()));
    return numberings;
  }
}
