// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.entity;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One instance of an attribute. Its JSON is kept as bytes, which an answer copies; of its parts
 * only those are kept that queries ask for.
 */
public final class Instance {
  /** For {@link #observedAt()} of an instance that says no time. */
  public static final long UNKNOWN = Long.MIN_VALUE;

  private final byte[] json;
  private final JsonNode value;
  private final String dataset;
  private final long observedAt;
  private final boolean nested;
  private final long created;
  private final long modified;

  /**
   * Creates an instance that is taken apart already.
   *
   * @param dataset its datasetId; empty for the default instance
   * @param observedAt in µs since 1970, or {@link #UNKNOWN}
   * @param nested whether it has attributes of its own; their names in the JSON are IRIs
   */
  public Instance(byte[] json, JsonNode value, String dataset, long observedAt, boolean nested) {
    this(json, value, dataset, observedAt, nested, UNKNOWN, UNKNOWN);
  }

  private Instance(
      byte[] json,
      JsonNode value,
      String dataset,
      long observedAt,
      boolean nested,
      long created,
      long modified) {
    this.json = json;
    this.value = value;
    this.dataset = dataset;
    this.observedAt = observedAt;
    this.nested = nested;
    this.created = created;
    this.modified = modified;
  }

  /** The same, with the times at which it was made and changed, in ms since 1970. */
  public Instance at(long whenCreated, long whenModified) {
    return new Instance(json, value, dataset, observedAt, nested, whenCreated, whenModified);
  }

  public byte[] json() {
    return json;
  }

  public JsonNode value() {
    return value;
  }

  public String dataset() {
    return dataset;
  }

  public long observedAt() {
    return observedAt;
  }

  public boolean nested() {
    return nested;
  }

  /** Time of the creation, in ms since 1970; {@link #UNKNOWN} in NGSI-LD. */
  public long created() {
    return created;
  }

  /** Time of the last change, in ms since 1970; {@link #UNKNOWN} in NGSI-LD. */
  public long modified() {
    return modified;
  }
}
