// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.health;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.fleetload.results.time.LatencyHistogram;

/**
 * State of the generator itself, with whole distributions of its delays.
 *
 * @param health what it says of itself
 * @param lag from a message's due time until the generator handled it, in ns, measured phase: what
 *     {@code generator.lag} was read off; null in a book that no other is added to
 * @param times its other times as whole distributions; null in a book of an earlier version
 */
public record GeneratorBook(
    @JsonProperty(value = "generator", required = true) @JsonSetter(nulls = Nulls.FAIL)
        GeneratorHealth health,
    @JsonProperty("generatorLag") LatencyHistogram lag,
    @JsonProperty("generatorTimes") GeneratorTimes times) {

  /** Of a book that no other is added to. */
  public static GeneratorBook of(GeneratorHealth health) {
    return new GeneratorBook(health, null, null);
  }
}
