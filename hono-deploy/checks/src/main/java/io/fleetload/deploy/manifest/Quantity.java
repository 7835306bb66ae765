// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.manifest;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Quantities as Kubernetes writes them: 500m of a CPU, 512Mi of memory. */
public final class Quantity {
  private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)(m|[KMGT]i?|k)?");
  private static final Map<String, BigDecimal> FACTORS =
      Map.ofEntries(
          Map.entry("m", new BigDecimal("0.001")),
          Map.entry("k", BigDecimal.valueOf(1_000L)),
          Map.entry("K", BigDecimal.valueOf(1_000L)),
          Map.entry("M", BigDecimal.valueOf(1_000_000L)),
          Map.entry("G", BigDecimal.valueOf(1_000_000_000L)),
          Map.entry("T", BigDecimal.valueOf(1_000_000_000_000L)),
          Map.entry("Ki", BigDecimal.valueOf(1L << 10)),
          Map.entry("Mi", BigDecimal.valueOf(1L << 20)),
          Map.entry("Gi", BigDecimal.valueOf(1L << 30)),
          Map.entry("Ti", BigDecimal.valueOf(1L << 40)));

  private Quantity() {}

  /**
   * Thousandths of a CPU.
   *
   * @throws IllegalArgumentException if it is not a quantity
   */
  public static int milliCpu(String text) {
    return number(text).multiply(BigDecimal.valueOf(1_000)).intValueExact();
  }

  /**
   * Mebibytes, rounded up.
   *
   * @throws IllegalArgumentException if it is not a quantity
   */
  public static int mebibytes(String text) {
    return number(text)
        .divide(BigDecimal.valueOf(1L << 20), 0, RoundingMode.CEILING)
        .intValueExact();
  }

  private static BigDecimal number(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("found \"" + text + "\", expected such as 500m or 512Mi");
    }
    String suffix = matcher.group(2);
    BigDecimal factor = suffix == null ? BigDecimal.ONE : FACTORS.get(suffix);
    return new BigDecimal(matcher.group(1)).multiply(factor);
  }
}
