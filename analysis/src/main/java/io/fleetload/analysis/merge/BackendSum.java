// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.BackendBook;
import io.fleetload.results.DeviceClocks;
import io.fleetload.results.MessageSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The book that one backend would have written, from those of several. A message that more than one
 * of them received arrived more than once, and counts as a duplicate.
 */
final class BackendSum {
  private static final BackendBook.Trouble AGAIN = new BackendBook.Trouble(1, 0);

  private final List<BackendBook> books;
  private final Map<String, Merged.Measured> measured;

  BackendSum(List<BackendBook> books, Map<String, Merged.Measured> measured) {
    this.books = books;
    this.measured = measured;
  }

  BackendBook book() {
    BackendBook first = books.get(0);
    return new BackendBook(
        BackendBook.VERSION,
        first.runId(),
        first.runName(),
        books.stream().allMatch(BackendBook::complete),
        books.stream().allMatch(BackendBook::caughtUp),
        behind(),
        books.stream().mapToDouble(BackendBook::runSeconds).max().orElse(0),
        flows(),
        DeviceClocks.sum(books.stream().map(BackendBook::clocks).toList()),
        Sums.of(books, BackendBook::foreign),
        Sums.of(books, BackendBook::unstamped),
        null,
        GeneratorSum.ofBackends(books));
  }

  /** Why the first that did not catch up did not. */
  private BackendBook.Behind behind() {
    return books.stream()
        .map(BackendBook::behind)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private Map<String, BackendBook.Flow> flows() {
    Set<String> names = new LinkedHashSet<>();
    books.forEach(book -> names.addAll(book.flows().keySet()));
    Map<String, BackendBook.Flow> flows = new LinkedHashMap<>();
    names.forEach(name -> flows.put(name, flow(name)));
    return flows;
  }

  private BackendBook.Flow flow(String name) {
    List<BackendBook.Flow> parts =
        books.stream()
            .filter(book -> book.flows().containsKey(name))
            .map(book -> book.flows().get(name))
            .toList();
    // A flow that no device sends has no measured messages.
    Merged.Measured window = measured.getOrDefault(name, new Merged.Measured(0, 0, null));
    MessageSet received = new MessageSet();
    Map<Integer, BackendBook.Trouble> troubles = troubles(parts);
    long again = 0;
    long measuredAgain = 0;
    for (BackendBook.Flow part : parts) {
      MessageSet both = received.and(part.received());
      MessageSet measuredBoth = window.in(both);
      again += both.size();
      measuredAgain += measuredBoth.size();
      if (window.turns() != null) {
        measuredBoth.forEach(n -> add(troubles, window.turns().device(n), AGAIN));
      }
      received = received.or(part.received());
    }
    return new BackendBook.Flow(
        receipts(parts.stream().map(BackendBook.Flow::warmUp).toList(), again - measuredAgain),
        receipts(parts.stream().map(BackendBook.Flow::measured).toList(), measuredAgain),
        Sums.histogram(parts, BackendBook.Flow::endToEnd),
        received,
        troubles,
        parts.stream()
            .map(BackendBook.Flow::firstMeasured)
            .filter(Objects::nonNull)
            .min(Integer::compare)
            .orElse(null),
        parts.stream()
            .map(BackendBook.Flow::commands)
            .filter(Objects::nonNull)
            .reduce(BackendBook.Commands::plus)
            .orElse(null));
  }

  private static Map<Integer, BackendBook.Trouble> troubles(List<BackendBook.Flow> parts) {
    Map<Integer, BackendBook.Trouble> byDevice = new TreeMap<>();
    for (BackendBook.Flow part : parts) {
      part.troubles().forEach((device, trouble) -> add(byDevice, device, trouble));
    }
    return byDevice;
  }

  private static void add(
      Map<Integer, BackendBook.Trouble> byDevice, int device, BackendBook.Trouble more) {
    byDevice.merge(
        device,
        more,
        (a, b) ->
            new BackendBook.Trouble(
                a.duplicate() + b.duplicate(), a.outOfOrder() + b.outOfOrder()));
  }

  private static BackendBook.Receipts receipts(List<BackendBook.Receipts> parts, long again) {
    return new BackendBook.Receipts(
        Sums.of(parts, BackendBook.Receipts::records),
        Sums.of(parts, BackendBook.Receipts::duplicate) + again,
        Sums.of(parts, BackendBook.Receipts::outOfOrder));
  }
}
