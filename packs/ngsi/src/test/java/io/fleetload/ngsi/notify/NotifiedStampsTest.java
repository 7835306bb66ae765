// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class NotifiedStampsTest {
  private static final String SENT = stamp(5);

  private static String stamp(int n) {
    return new Stamp(new RunId(0x1f00a), "update", Period.MEASURED, 1, n, 1, 1).text();
  }

  private static List<String> read(String notification) {
    return read(notification.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> read(byte[] notification) {
    List<String> found = new ArrayList<>();
    new NotifiedStamps(
            "senttime",
            Set.of("temperature", "open"),
            new NotifiedStamps.Listener() {
              @Override
              public void stamped(
                  Stamp stamp, String entity, int index, Map<String, Object> values) {
                found.add(entity + stamp.n() + "." + index + (values.isEmpty() ? "" : values));
              }

              @Override
              public void unstamped() {
                found.add("none");
              }
            })
        .read(notification);
    return found;
  }

  private static String entity(String attribute) {
    return "{\"data\":[{\"id\":\"urn:a\",\"type\":\"a\",\"other\":\"%s\",%s}]}"
        .formatted(stamp(9), attribute);
  }

  @Test
  void anAttributeIsReadInEveryForm() {
    String value = "\"value\":\"" + SENT + "\"";
    for (String form :
        List.of(
            "\"senttime\":{\"type\":\"Property\",%s}",
            "\"senttime\":{\"type\":\"Text\",%s,\"metadata\":{\"a\":{\"value\":1}}}",
            "\"senttime\":{\"type\":\"Property\",\"observedAt\":\"2026-11-22T09:47:59Z\",%s}",
            "\"senttime\":[{\"type\":\"Property\",%s,\"datasetId\":\"urn:d\"}]",
            "\"https://uri.etsi.org/ngsi-ld/default-context/senttime\":{%s}",
            "\"fiware:senttime\":{%s}",
            "\"senttime\":{\"previousValue\":\"" + stamp(4) + "\",%s}",
            "\"notsenttime\":{\"value\":\"" + stamp(4) + "\"},\"senttime\":{%s}")) {
      assertThat(read(entity(form.replace("%s", value)))).as(form).containsExactly("urn:a5.0");
    }
    assertThat(read(entity("\"senttime\":\"" + SENT + "\""))).containsExactly("urn:a5.0");
  }

  @Test
  void valuesAreReadInEveryForm() {
    for (String form :
        List.of(
            "\"temperature\":{\"type\":\"Property\",\"value\":5}",
            "\"temperature\":{\"value\":5.0,\"metadata\":{\"a\":{\"value\":1}}}",
            "\"https://uri.etsi.org/ngsi-ld/default-context/temperature\":{\"value\":5}",
            "\"temperature\":5",
            "\"humidity\":{\"value\":7},\"temperature\":{\"object\":5}")) {
      String whole = form + ",\"senttime\":{\"value\":\"" + SENT + "\"}";
      assertThat(read(entity(whole))).as(form).containsExactly("urn:a5.0{temperature=5.0}");
    }
    String list = "\"open\":[{\"value\":true}],\"senttime\":\"" + SENT + "\"";
    assertThat(read(entity(list))).containsExactly("urn:a5.0{open=null}");
  }

  @Test
  void entitiesAreCountedOneByOne() {
    assertThat(
            read(
                """
                {"subscriptionId":"a","data":[{"senttime":"%s.0"},{"senttime":"%s.17"},{"id":"a"},
                {"senttime":7},{"senttime":"%s.x"},{"senttime":"%s.-1"}],"notifiedAt":"b"}"""
                    .formatted(SENT, stamp(6), SENT, SENT)))
        .containsExactly("5.0", "6.17", "none", "none", "none", "none");
  }

  @Test
  void whatIsNoNotificationHasNoStamp() {
    for (String rubbish :
        List.of(
            "", "null", "[]", "{}", "{\"data\":7}", "{\"data\":[]}", "{\"data\":[[7]]}", SENT)) {
      assertThat(read(rubbish)).as(rubbish).containsExactly("none");
    }
  }

  @Test
  void noBytesDisturbIt() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
    byte[] whole =
        entity("\"senttime\":{\"value\":\"" + SENT + "\"}").getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 100_000; i++) {
      byte[] broken = whole.clone();
      for (int hits = random.nextInt(4); hits >= 0; hits--) {
        broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);
      }
      assertThat(read(broken)).as(new String(broken, StandardCharsets.UTF_8)).isNotEmpty();
    }
  }
}
