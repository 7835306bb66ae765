// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.payload;

import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.util.Optional;

/**
 * The name of a command: which query of which run it answers. As text {@code <run>-<n>}, or {@code
 * <run>-<flow>-<n>} of a flow with a name of its own, so that a report about a command that carries
 * nothing else can still be put in the books.
 *
 * @param run the run's id
 * @param flow the query's flow
 * @param n the query's number in its flow
 */
public record CorrelationId(RunId run, String flow, int n) {
  private static final String USUAL = "commandQuery";

  /** The command for a query with that stamp. */
  public CorrelationId(Stamp query) {
    this(query.run(), query.flow(), query.n());
  }

  public String text() {
    return run + (flow.equals(USUAL) ? "-" : "-" + flow + "-") + n;
  }

  /** Reads an id; empty if the text is not one. */
  public static Optional<CorrelationId> parse(String text) {
    String[] parts = text.split("-", -1);
    if (parts.length < 2 || parts.length > 3) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new CorrelationId(
              RunId.parse(parts[0]),
              parts.length == 2 ? USUAL : parts[1],
              Integer.parseInt(parts[parts.length - 1])));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
