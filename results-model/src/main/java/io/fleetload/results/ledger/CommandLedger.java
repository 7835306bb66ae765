// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fleetload.results.book.ArrivedCommands;
import io.fleetload.results.book.BackendBook;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.WrittenCommands;
import io.fleetload.results.run.DeviceClocks;
import io.fleetload.results.run.FlowNumbers;
import io.fleetload.results.run.MessageSet;
import io.fleetload.results.time.LatencyHistogram;
import io.fleetload.results.time.LatencySummary;
import io.fleetload.results.time.Leg;
import io.fleetload.results.time.TimeBlocks;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The way of the measured commands: query → written → received by the device → answered → answer
 * seen. Each figure is a set comparison by the number of the query.
 *
 * @param writes what the backend wrote
 * @param received commands that reached their device in time, as the answer to their query
 * @param missed commands written that did not reach their device in time; absent where the run did
 *     not go to its end
 * @param refused commands that the target itself reported as undeliverable
 * @param answers what the devices answered
 * @param deliveredUnconfirmed commands that reached their device though the target never took them,
 *     or said that it did not; absent where the run did not go to its end
 * @param flaws commands that reached a device otherwise than they were written
 * @param unaccounted commands written for queries that the backend never received, or queries
 *     received that were neither written nor failed; absent where the run did not go to its end
 * @param legs how long each leg took, by {@link Leg#key()}, in order
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CommandLedger(
    @JsonUnwrapped Writes writes,
    long received,
    Long missed,
    long refused,
    @JsonUnwrapped CommandAnswers answers,
    Long deliveredUnconfirmed,
    @JsonUnwrapped CommandFlaws flaws,
    Long unaccounted,
    Map<String, LatencySummary> legs) {

  /**
   * Commands that the backend wrote.
   *
   * @param queriesReceived queries that the backend received
   * @param written commands that the messaging system acknowledged
   * @param writeFailed commands of the whole run that were not written
   * @param writeUnknown commands that were handed over and never acknowledged: written or not
   */
  public record Writes(long queriesReceived, long written, long writeFailed, long writeUnknown) {
    private Writes plus(Writes other) {
      return new Writes(
          queriesReceived + other.queriesReceived,
          written + other.written,
          writeFailed + other.writeFailed,
          writeUnknown + other.writeUnknown);
    }
  }

  /**
   * Answers of the devices to the commands.
   *
   * @param answered answers that the target confirmed to the device
   * @param answersSeen answers that the backend received
   * @param answersLost answers confirmed to the device that the backend never received; absent
   *     where the backend had not read everything
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record CommandAnswers(long answered, long answersSeen, Long answersLost) {
    private CommandAnswers plus(CommandAnswers other) {
      return new CommandAnswers(
          answered + other.answered,
          answersSeen + other.answersSeen,
          sum(answersLost, other.answersLost));
    }
  }

  /**
   * Commands of the whole run that reached a device otherwise than they were written; absent in the
   * books of an earlier version.
   *
   * @param duplicate those that reached their device more than once
   * @param misdelivered those that reached another device
   * @param altered those that say something else than the backend wrote
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record CommandFlaws(Long duplicate, Long misdelivered, Long altered) {
    private static CommandFlaws of(ArrivedCommands arrived) {
      return arrived == null
          ? new CommandFlaws(null, null, null)
          : new CommandFlaws(
              Long.valueOf(arrived.again().size()),
              Long.valueOf(arrived.misdelivered().size()),
              Long.valueOf(arrived.altered().size()));
    }

    private CommandFlaws plus(CommandFlaws other) {
      return new CommandFlaws(
          sum(duplicate, other.duplicate),
          sum(misdelivered, other.misdelivered),
          sum(altered, other.altered));
    }
  }

  /** The cause of a query that had no command because the target reported it as undeliverable. */
  public static final String REFUSED = "target.commandRefused";

  /** The cause that the device sees of any command that does not come. */
  public static final String MISSING = "backend.missingCommand";

  /**
   * Joins the legs of all commands of a run.
   *
   * @return null if the run has no commands, or it is unknown what became of them
   */
  public static CommandLedger of(DeviceBook device, BackendBook backend, BooksEnd end) {
    if (backend == null || backend.leftUnread()) {
      return null;
    }
    return device.answers().entrySet().stream()
        .map(each -> of(each.getValue(), each.getKey(), device, backend, end))
        .reduce((a, b) -> a.plus(b, legs(backend.legs(), backend.legBlocks(), backend.clocks())))
        .orElse(null);
  }

  private static CommandLedger of(
      String queries, String answers, DeviceBook device, BackendBook backend, BooksEnd end) {
    DeviceBook.DeviceFlow query = device.flows().get(queries);
    DeviceBook.DeviceFlow answer = device.flows().get(answers);
    BackendBook.BackendFlow queryAtBackend = backend.flow(queries);
    BackendBook.BackendFlow answerAtBackend = backend.flow(answers);
    WrittenCommands commands = backend.commands(queries);
    FlowNumbers numbers = query.numbering();
    MessageSet asked = numbers.measured(queryAtBackend.received());
    MessageSet written = numbers.measured(commands.written());
    MessageSet unknown = numbers.measured(commands.writeUnknown());
    MessageSet received = numbers.measured(query.ok());
    MessageSet answered = numbers.measured(answer.ok());
    MessageSet seen = numbers.measured(answerAtBackend.received());
    MessageSet handedOver = commands.written().or(commands.writeUnknown());
    long writeFailed = commands.writeFailed().values().stream().mapToLong(Long::longValue).sum();
    long neitherWrittenNorFailed =
        Math.max(0, queryAtBackend.received().minus(handedOver).size() - writeFailed);
    long unaccounted = written.or(unknown).minus(asked).size() + neitherWrittenNorFailed;
    boolean whole = end == BooksEnd.SAME;
    return new CommandLedger(
        new Writes(asked.size(), written.size(), writeFailed, unknown.size()),
        received.size(),
        whole ? written.minus(received).size() : null,
        numbers.measured(commands.refused()).size(),
        new CommandAnswers(
            answered.size(),
            seen.size(),
            end == BooksEnd.UNKNOWN ? null : Long.valueOf(answered.minus(seen).size())),
        whole ? received.minus(written).minus(unknown).size() : null,
        CommandFlaws.of(answer.commands()),
        whole ? unaccounted : null,
        legs(commands.legs(), commands.legBlocks(), backend.clocks()));
  }

  private CommandLedger plus(CommandLedger other, Map<String, LatencySummary> legsOfBoth) {
    return new CommandLedger(
        writes.plus(other.writes),
        received + other.received,
        sum(missed, other.missed),
        refused + other.refused,
        answers.plus(other.answers),
        sum(deliveredUnconfirmed, other.deliveredUnconfirmed),
        flaws.plus(other.flaws),
        sum(unaccounted, other.unaccounted),
        legsOfBoth);
  }

  private static Long sum(Long a, Long b) {
    return a == null || b == null ? null : Long.valueOf(a + b);
  }

  private static Map<String, LatencySummary> legs(
      Map<String, LatencyHistogram> times, Map<String, TimeBlocks> blocks, DeviceClocks clocks) {
    Map<String, LatencySummary> legs = new LinkedHashMap<>();
    for (Leg leg : Leg.values()) {
      LatencyHistogram histogram = times.get(leg.key());
      if (histogram != null) {
        LatencySummary summary = histogram.estimates(blocks == null ? null : blocks.get(leg.key()));
        legs.put(leg.key(), leg.spansClocks() ? summary.within(clocks.errorMillis()) : summary);
      }
    }
    return legs;
  }
}
