// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.BackendBook;
import io.fleetload.results.BackendBook.Receipts;
import io.fleetload.results.DeviceClocks;
import io.fleetload.results.FlowNumbering;
import io.fleetload.results.MessageSet;
import io.fleetload.results.StoredMessages;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * The book that one backend would have written, from those of several. A message that more than one
 * of them received arrived more than once, and counts as a duplicate.
 */
final class BackendSum {
  private static final BackendBook.Trouble AGAIN = new BackendBook.Trouble(1, 0);

  private final List<BackendBook> books;
  private final Map<String, FlowNumbering> numberings;

  BackendSum(List<BackendBook> books, Map<String, FlowNumbering> numberings) {
    this.books = books;
    this.numberings = numberings;
  }

  BackendBook book() {
    BackendBook first = books.get(0);
    return new BackendBook(
        BackendBook.VERSION,
        first.runId(),
        first.runName(),
        null,
        sum(books, BackendBook::reading, BackendBook.Reading::plus),
        flows(),
        DeviceClocks.sum(books.stream().map(BackendBook::clocks).toList()),
        sum(books, BackendBook::strangers, BackendBook.Strangers::plus),
        GeneratorSum.ofBackends(books));
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
    FlowNumbering numbering = numberings.getOrDefault(name, new FlowNumbering(0, 0, null));
    MessageSet received = new MessageSet();
    Map<Integer, BackendBook.Trouble> troubles = troubles(parts);
    long again = 0;
    long measuredAgain = 0;
    for (BackendBook.Flow part : parts) {
      MessageSet both = received.and(part.received());
      MessageSet measuredBoth = numbering.measured(both);
      again += both.size();
      measuredAgain += measuredBoth.size();
      if (numbering.turns() != null) {
        measuredBoth.forEach(
            n -> troubles.merge(numbering.turns().device(n), AGAIN, BackendBook.Trouble::plus));
      }
      received = received.or(part.received());
    }
    return new BackendBook.Flow(
        sum(parts, BackendBook.Flow::warmUp, Receipts::plus)
            .plus(new Receipts(0, again - measuredAgain, 0)),
        sum(parts, BackendBook.Flow::measured, Receipts::plus)
            .plus(new Receipts(0, measuredAgain, 0)),
        Sums.histogram(parts, BackendBook.Flow::endToEnd),
        received,
        troubles,
        sum(parts, BackendBook.Flow::firstMeasured, Math::min),
        sum(parts, BackendBook.Flow::commands, BackendBook.Commands::plus),
        sum(parts, BackendBook.Flow::stored, StoredMessages::plus));
  }

  private static Map<Integer, BackendBook.Trouble> troubles(List<BackendBook.Flow> parts) {
    Map<Integer, BackendBook.Trouble> byDevice = new TreeMap<>();
    for (BackendBook.Flow part : parts) {
      part.troubles()
          .forEach((device, more) -> byDevice.merge(device, more, BackendBook.Trouble::plus));
    }
    return byDevice;
  }

  /** The sum of what is known of the parts; null where none knows it. */
  private static <T, V> V sum(List<T> parts, Function<T, V> each, BinaryOperator<V> plus) {
    return parts.stream().map(each).filter(Objects::nonNull).reduce(plus).orElse(null);
  }
}
