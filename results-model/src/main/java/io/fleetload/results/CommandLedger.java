package io.fleetload.results;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The way of the measured commands: query → written → received by the device → answered → answer
 * seen. Each figure is a set comparison by the number of the query.
 *
 * @param queriesReceived queries that the backend received
 * @param written commands that the messaging system acknowledged
 * @param writeFailed commands of the whole run that could not be written
 * @param received commands that reached their device in time, as the answer to their query
 * @param missed commands written that did not reach their device in time
 * @param refused commands of these that the target itself reported as undeliverable
 * @param answered answers that the target confirmed to the device
 * @param answersSeen answers that the backend received
 * @param answersLost answers confirmed to the device that the backend never received
 * @param unaccounted commands received that were never written, or answers seen that were never
 *     sent, or queries received that were neither written nor failed
 * @param legs how long each leg took, by {@link Leg#key()}, in order
 */
public record CommandLedger(
    long queriesReceived,
    long written,
    long writeFailed,
    long received,
    long missed,
    long refused,
    long answered,
    long answersSeen,
    long answersLost,
    long unaccounted,
    Map<String, LatencySummary> legs) {

  /**
   * Joins the legs.
   *
   * @param query the flow of queries, device side
   * @param answer the flow of answers, device side
   * @param queryAtBackend the queries at the backend
   * @param answerAtBackend the answers at the backend
   * @param commands what the backend wrote
   */
  static CommandLedger join(
      DeviceBook.Flow query,
      DeviceBook.Flow answer,
      BackendBook.Flow queryAtBackend,
      BackendBook.Flow answerAtBackend,
      BackendBook.Commands commands) {
    long from = query.measuredFrom();
    long to = query.measuredTo();
    MessageSet queries = queryAtBackend.received().between(from, to);
    MessageSet written = commands.written().between(from, to);
    MessageSet received = query.ok().between(from, to);
    MessageSet sent = answer.sent().between(from, to);
    MessageSet answered = answer.ok().between(from, to);
    MessageSet seen = answerAtBackend.received().between(from, to);
    long writeFailed = commands.writeFailed().values().stream().mapToLong(Long::longValue).sum();
    long neitherWrittenNorFailed =
        Math.max(0, queryAtBackend.received().minus(commands.written()).size() - writeFailed);
    return new CommandLedger(
        queries.size(),
        written.size(),
        writeFailed,
        received.size(),
        written.minus(received).size(),
        commands.refused().between(from, to).size(),
        answered.size(),
        seen.size(),
        answered.minus(seen).size(),
        received.minus(written).size()
            + seen.minus(sent).size()
            + written.minus(queries).size()
            + neitherWrittenNorFailed,
        legs(commands));
  }

  private static Map<String, LatencySummary> legs(BackendBook.Commands commands) {
    Map<String, LatencySummary> legs = new LinkedHashMap<>();
    for (Leg leg : Leg.values()) {
      LatencyHistogram histogram = commands.legs().get(leg.key());
      if (histogram != null) {
        legs.put(leg.key(), histogram.summary());
      }
    }
    return legs;
  }
}
