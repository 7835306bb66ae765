// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.payload;

import io.fleetload.stamp.RunId;
import java.util.Optional;

/**
 * The name of a command: which query of which run it answers. As text {@code <run>-<n>}, so that a
 * report about a command that carries nothing else can still be put in the books.
 *
 * @param run the run's id
 * @param n the query's number in its flow
 */
public record CorrelationId(RunId run, int n) {

  public String text() {
    return run + "-" + n;
  }

  /** Reads an id; empty if the text is not one. */
  public static Optional<CorrelationId> parse(String text) {
    int dash = text.lastIndexOf('-');
    if (dash < 1) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new CorrelationId(
              RunId.parse(text.substring(0, dash)),
              Integer.parseInt(text, dash + 1, text.length(), 10)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
