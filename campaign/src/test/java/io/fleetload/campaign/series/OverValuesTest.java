// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.series;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.analysis.repeat.Variation;
import io.fleetload.process.UsageException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverValuesTest {
  private static Variation parse(String text) throws UsageException {
    return OverValues.parse(text, 100);
  }

  @Test
  void valuesAreBetweenCommas() throws UsageException {
    Variation devices = parse("devices.count=1000, 2000,5000");
    assertThat(devices.over().key()).isEqualTo("devices.count");
    assertThat(devices.over().unit()).isNull();
    assertThat(devices.values()).containsExactly("1000", "2000", "5000");
    assertThat(devices.numbers()).containsExactly(1000.0, 2000.0, 5000.0);
    assertThat(OverValues.override(devices, 2)).isEqualTo("devices.count=5000");
  }

  @Test
  void aCommaInBracesBracketsOrQuotesEndsNoValue() throws UsageException {
    assertThat(parse("a={b: 1, c: [2, 3]},[x, y],'it, is',\"a, }\"").values())
        .isEqualTo(List.of("{b: 1, c: [2, 3]}", "[x, y]", "'it, is'", "\"a, }\""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          flows.a.rate=60/min,10/s | /s    | 1.0   | 10.0
          flows.a.every=500ms,1m   | s     | 0.5   | 60.0
          life.churn=5%,20%        | %     | 5.0   | 20.0
          flows.a.size=512B,1KiB   | bytes | 512.0 | 1024.0
          """)
  void quantitiesOfOneUnitAreNumbers(String text, String unit, double first, double second)
      throws UsageException {
    Variation values = parse(text);
    assertThat(values.over().unit()).isEqualTo(unit);
    assertThat(values.numbers()).containsExactly(first, second);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = "even,poisson\n10/s,10s\n1,two")
  void allOthersAreCategories(String values) throws UsageException {
    assertThat(parse("key=" + values).numbers()).isEmpty();
    assertThat(parse("key=" + values).over().unit()).isNull();
  }
}
