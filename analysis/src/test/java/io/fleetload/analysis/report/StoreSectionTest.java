// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.analysis.report.chart.FigureFormat;
import org.junit.jupiter.api.Test;

class StoreSectionTest {
  private static ObjectNode result() {
    ObjectNode result = RichResult.tree();
    for (String ledger : new String[] {"/flows/telemetry/ledger", "/ledger"}) {
      ((ObjectNode) result.at(ledger))
          .putObject("store")
          .put("stored", 178_005)
          .put("lost", 5)
          .put("receivedNotStored", 2)
          .put("storedNotReceived", 0)
          .put("storedUnconfirmed", 0)
          .put("storedTwice", 1)
          .put("share", 0.99997191);
    }
    ((ObjectNode) result.at("/worstDevices/0")).put("receivedNotStored", 2).put("storedTwice", 1);
    return result;
  }

  @Test
  void theThirdPlaceIsDrawnAndTold() {
    String page = new Report(result(), null).html();
    assertThat(page)
        .contains("<h3>In the store</h3>")
        .contains("data-figure=\"picture.stored\" data-value=\"178005\"")
        .containsPattern("delivered 718,007, [^\"]* 540,000, [^\"]* 2, stored 178,005\"")
        .contains("data-figure=\"ledger.store.share\" data-value=\"0.99997191\">99.997<")
        .contains("bad\" data-figure=\"flows.telemetry.ledger.store.lost\" data-value=\"5\">5<")
        .contains("bad\" data-figure=\"worstDevices.0.receivedNotStored\" data-value=\"2\">2<");
  }

  @Test
  void aRunWhoseStoreIsNotReadHasNoSuchColumn() {
    assertThat(new Report(RichResult.tree(), null).html())
        .doesNotContain("In the store", "picture.stored", "received, not stored", "stored twice");
  }

  @Test
  void lessThanAllIsNeverPrintedAsAll() {
    ObjectNode result = result();
    ((ObjectNode) result.at("/ledger/store")).put("share", 0.999999);
    assertThat(new Report(result, null).html()).contains(">99.9999<");
    ((ObjectNode) result.at("/ledger/store")).put("share", 0.99999999);
    assertThat(new Report(result, null).html()).contains(">99.999999<");
    ((ObjectNode) result.at("/ledger/store")).put("share", 1.0);
    assertThat(new Report(result, null).html()).contains(">100<");
    assertThat(FigureFormat.plain(0.999999)).isEqualTo("0.999999");
    assertThat(FigureFormat.plain(12.5)).isEqualTo("12.5");
    assertThat(FigureFormat.plain(100.0004)).isEqualTo("100");
  }
}
