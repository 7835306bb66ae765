// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.FlowTotals;
import io.fleetload.results.health.GeneratorBook;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.ResponseIntervals;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The outline of a book, without its measurements. The books of other shards are compared with it.
 */
final class Outline {
  private Outline() {}

  static DeviceBook of(DeviceBook book) {
    Map<String, DeviceBook.DeviceFlow> flows = new LinkedHashMap<>();
    book.flows().forEach((name, flow) -> flows.put(name, of(flow)));
    return new DeviceBook(
        book.version(),
        book.runId(),
        book.runName(),
        book.complete(),
        book.shard(),
        book.timeline(),
        book.devices().with(null),
        flows,
        book.tenants(),
        book.groups(),
        GeneratorBook.of(book.generatorBook().health()));
  }

  private static DeviceBook.DeviceFlow of(DeviceBook.DeviceFlow flow) {
    ResponseIntervals its = flow.intervals();
    return new DeviceBook.DeviceFlow(
        flow.terms(),
        flow.numbering(),
        FlowTotals.none(),
        new MessageSet(),
        new MessageSet(),
        new MessageSet(),
        null,
        its == null ? null : new ResponseIntervals(its.seconds(), its.first(), null, null),
        null);
  }
}
