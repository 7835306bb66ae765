// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.time;

/**
 * A histogram as it is stored, which takes a tenth of the memory of one that can be recorded into.
 * Of many that are read from a book, only the one that is looked at is unpacked.
 */
public final class StoredHistogram {
  private final LatencyHistogram unpacked;
  private final String encoded;
  private final LatencyHistogram.Edges edges;

  /** Keeps a histogram that nothing records into any more. */
  public StoredHistogram(LatencyHistogram unpacked) {
    this(unpacked, null, unpacked.edges());
  }

  private StoredHistogram(LatencyHistogram unpacked, String encoded, LatencyHistogram.Edges edges) {
    this.unpacked = unpacked;
    this.encoded = encoded;
    this.edges = edges;
  }

  /** Reads a histogram from its form in a file. */
  public static StoredHistogram of(String encoded, LatencyHistogram.Edges edges) {
    return new StoredHistogram(null, encoded, edges);
  }

  /** The same, packed: for a caller that keeps many of them. */
  public StoredHistogram packed() {
    return of(encoded(), edges);
  }

  /**
   * The histogram; not to be recorded into.
   *
   * @throws IllegalArgumentException if the text that was read is not a histogram
   */
  public LatencyHistogram unpacked() {
    return unpacked != null ? unpacked : LatencyHistogram.decoded(encoded, edges);
  }

  public String encoded() {
    return encoded != null ? encoded : unpacked.encoded();
  }

  public LatencyHistogram.Edges edges() {
    return edges;
  }
}
