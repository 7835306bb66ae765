// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.process.UsageException;
import io.fleetload.profile.Feed;
import io.fleetload.rig.Golden;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceTextTest {
  private static final String KEY = "devices.vehicle.plate";

  @TempDir private Path directory;

  @Test
  void aDeviceSaysTheSameOfItselfEachTime() throws Exception {
    DeviceText text = text("{{cars.plate}} {{device}} {{user + 1}} {{int(1,1000000)}}");

    assertThat(text.of(1, "d-1")).isEqualTo(text.of(1, "d-1")).startsWith("1E5 d-1 2 ");
    assertThat(text.of(0, "d-0")).startsWith("007 d-0 1 ").isNotEqualTo(text.of(2, "d-0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{{n}}", "{{stamp}}", "{{now}}", "{{cars.lot}}", "{{once.plate}}"})
  void whatNoDeviceCanSayIsOneLine(String text) {
    assertThatThrownBy(() -> text(text))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(KEY + ": ")
        .message()
        .satisfies(message -> Golden.of("template").holds("of a device: " + text, message));
  }

  private DeviceText text(String text) throws Exception {
    Path file = Files.writeString(directory.resolve("cars.csv"), "plate\n007\n1E5\nx\n");
    Feeder once = Feeder.read("once", file, Feed.Order.QUEUE, 1, Feeders.room());
    Feeders feeders = new Feeders(Map.of("once", once, "cars", once.ofDevices(3)));
    return DeviceText.of(KEY, text, 1, feeders);
  }
}
