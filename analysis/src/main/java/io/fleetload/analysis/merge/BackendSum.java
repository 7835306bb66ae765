// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.merge;

import io.fleetload.results.BackendBook;
import io.fleetload.results.BackendBook.Receipts;
import io.fleetload.results.DeviceClocks;
import io.fleetload.results.FlowNumbering;
import io.fleetload.results.MessageSet;
import io.fleetload.results.ReceiverBook;
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
import java.util.stream.IntStream;

/**
 * The book that one backend would have written, from those of several. A message that more than one
 * of them received at the same of its receivers arrived more than once, and counts as a duplicate.
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
    Map<Integer, BackendBook.Trouble> troubles = troubles(parts);
    List<List<ReceiverBook>> seen = parts.stream().map(BackendSum::receivers).toList();
    int most = seen.stream().mapToInt(List::size).max().orElse(0);
    List<ReceiverBook> receivers =
        IntStream.range(0, most)
            .mapToObj(
                number ->
                    seen.stream()
                        .filter(each -> number < each.size())
                        .map(each -> each.get(number))
                        .toList())
            .map(each -> receiver(each, numbering, troubles))
            .toList();
    return new BackendBook.Flow(
        sum(receivers, ReceiverBook::warmUp, Receipts::plus),
        sum(receivers, ReceiverBook::measured, Receipts::plus),
        Sums.histogram(parts, BackendBook.Flow::endToEnd),
        sum(parts, BackendBook.Flow::received, MessageSet::or),
        troubles,
        sum(parts, BackendBook.Flow::firstMeasured, Math::min),
        sum(parts, BackendBook.Flow::commands, BackendBook.Commands::plus),
        sum(parts, BackendBook.Flow::stored, StoredMessages::plus),
        parts.stream().allMatch(each -> each.receivers() == null) ? null : receivers);
  }

  /**
   * What each receiver of a flow's messages got; of messages with one receiver, the flow itself.
   */
  private static List<ReceiverBook> receivers(BackendBook.Flow flow) {
    return flow.receivers() != null
        ? flow.receivers()
        : List.of(
            new ReceiverBook(
                flow.warmUp(), flow.measured(), flow.received(), ReceiverBook.UNTIMED));
  }

  /** One receiver's book, from what several backends saw arrive there. */
  private static ReceiverBook receiver(
      List<ReceiverBook> parts,
      FlowNumbering numbering,
      Map<Integer, BackendBook.Trouble> troubles) {
    MessageSet received = new MessageSet();
    long again = 0;
    long measuredAgain = 0;
    for (ReceiverBook part : parts) {
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
    return new ReceiverBook(
        sum(parts, ReceiverBook::warmUp, Receipts::plus)
            .plus(new Receipts(0, again - measuredAgain, 0)),
        sum(parts, ReceiverBook::measured, Receipts::plus).plus(new Receipts(0, measuredAgain, 0)),
        received,
        sum(parts, ReceiverBook::times, ReceiverBook.Times::plus));
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
