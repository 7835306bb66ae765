// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.profile.Feed;
import io.fleetload.rig.Golden;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DeviceRowsTest {
  private static final int DEVICES = 5;

  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource(Feed.Order.class)
  void aDeviceHasOneRowForAllOfItsMessages(Feed.Order order) throws Exception {
    Template template = Template.json("\"{{cars.id}}\"", users(cars(5, order)));
    Set<String> rows = new HashSet<>();
    for (int device = 0; device < DEVICES; device++) {
      String its = rendered(template, device, 0);
      for (int n = 1; n < 20; n++) {
        assertThat(rendered(template, device, n)).isEqualTo(its);
      }
      rows.add(its);
    }

    assertThat(template.lasts()).isEmpty();
    if (order != Feed.Order.RANDOM) {
      assertThat(rows).hasSize(DEVICES);
    }
  }

  @Test
  void theRowsAreInTheOrderOfTheDevices() throws Exception {
    Template template = Template.json("\"{{cars.id}}\"", users(cars(5, Feed.Order.QUEUE)));

    assertThat(rendered(template, 3, 11)).isEqualTo("\"id-3\"");
    assertThat(rendered(template, 9_999_999, 11)).isEqualTo("\"id-4\"");
    assertThat(rendered(template, -1, 11)).isEqualTo("\"id-4\"");
  }

  @Test
  void fewerRowsThanDevicesAreOneLineUnlessTheyGoRound() throws Exception {
    for (Feed.Order order : new Feed.Order[] {Feed.Order.QUEUE, Feed.Order.SHUFFLE}) {
      assertThatThrownBy(() -> cars(3, order))
          .isInstanceOf(TemplateException.class)
          .hasMessageContainingAll("each of the 5 devices", "3 rows", "order: circular")
          .message()
          .satisfies(
              message ->
                  Golden.of("template")
                      .holds("3 rows for 5 devices", message.replace(directory + "/", "")));
    }
    Template template = Template.json("\"{{cars.id}}\"", users(cars(3, Feed.Order.CIRCULAR)));

    assertThat(rendered(template, 4, 0)).isEqualTo("\"id-1\"");
  }

  @Test
  void aRequestThatNoUserSendsTakesTheRowOfItsNumber() throws Exception {
    KnownNames requests = KnownNames.ofRequests(1, "setUp.0", Set.of(), cars(5, Feed.Order.QUEUE));
    Template template = Template.batch("\"{{cars.id}}\"", 2, requests);

    assertThat(template.lasts()).hasValue(2);
    assertThat(rendered(template, 0, 1)).isEqualTo("[\"id-2\",\"id-3\"]");
  }

  @Test
  void aBodyWithAStampMayTakeEachRowOnceIfItIsOfADevice() throws Exception {
    KnownNames known = KnownNames.ofDevices(1, "telemetry", cars(5, Feed.Order.QUEUE));
    Template template = StampedBody.template("{{stamp}} {{cars.id}}", known);

    assertThat(rendered(template, 2, 7)).endsWith(" id-2");
  }

  @Test
  void aFileWithoutAnOrderIsTakenOnceByDevicesAndAgainByMessages() {
    assertThat(new Feed(null, null, null))
        .isEqualTo(new Feed(null, Feed.Scope.MESSAGE, Feed.Order.CIRCULAR));
    assertThat(new Feed(null, Feed.Scope.DEVICE, null))
        .isEqualTo(new Feed(null, Feed.Scope.DEVICE, Feed.Order.QUEUE));
  }

  private static String rendered(Template template, int device, int n) throws Exception {
    return template.rendered(new MessageOfTest(device, n, n, Map.of()));
  }

  private static KnownNames users(Feeders feeders) {
    return KnownNames.ofUsers(1, "update", Set.of(), feeders);
  }

  private Feeders cars(int rows, Feed.Order order) throws Exception {
    StringBuilder csv = new StringBuilder("id\n");
    for (int i = 0; i < rows; i++) {
      csv.append("id-").append(i).append('\n');
    }
    Path file = Files.writeString(directory.resolve("cars.csv"), csv);
    return new Feeders(
        Map.of("cars", Feeder.read("cars", file, order, 1, Feeders.room()).ofDevices(DEVICES)));
  }
}
