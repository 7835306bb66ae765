// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.jt808.Jt808Pack;
import io.fleetload.jt808.Profiles;
import io.fleetload.jt808.profile.Jt808Flow;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.process.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrackTest {
  @TempDir Path directory;

  private Track replayed(String text) throws Exception {
    Path file = directory.resolve("track.csv");
    Files.writeString(file, text);
    return track(file);
  }

  private static Track track(Path file) throws UsageException {
    return Track.of("location", (Jt808Flow.Location) along(file).flows().get("location"));
  }

  private static Jt808Profile along(Path file) {
    return Profiles.of(
        """
        devices: { count: 3 }
        phases: { measure: 10s }
        flows: { location: { rate: 3/s, track: "%s" } }
        """
            .formatted(file));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 999, 1_000, 999_999, 9_999_999})
  void aGeneratedTrackIsACircleOnEarthAtASteadySpeed(int terminal) {
    Track track = Track.generated();
    for (int step = 0; step < 360; step++) {
      Track.Place at = track.at(terminal, step);
      assertThat(at.latitude()).isBetween(0, 90_000_000);
      assertThat(at.longitude()).isBetween(0, 180_000_000);
      assertThat(at.speed()).isEqualTo(600);
      assertThat(at.direction()).isBetween(0, 359);
      Track.Place next = track.at(terminal, step + 1);
      double moved = Math.hypot(next.latitude() - at.latitude(), next.longitude() - at.longitude());
      assertThat(moved).isBetween(390.0, 395.0);
    }
    assertThat(track.at(terminal, 360)).isEqualTo(track.at(terminal, 0));
    assertThat(track.at(terminal, Integer.MAX_VALUE * 2L)).isNotNull();
  }

  @Test
  void aFileIsDrivenAlongAgainAndAgain() throws Exception {
    Track track =
        replayed("\ufeff# a comment\n31.230416,121.473701,10,60.5,90\n\n 0 , 0 , 0 , 0 , 0 \n");
    Track.Place first = new Track.Place(31_230_416, 121_473_701, 10, 605, 90);
    Track.Place second = new Track.Place(0, 0, 0, 0, 0);
    assertThat(track.at(0, 0)).isEqualTo(first);
    assertThat(track.at(0, 1)).isEqualTo(second);
    assertThat(track.at(0, 2)).isEqualTo(first);
    assertThat(track.at(1, 0)).isEqualTo(second);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "31.2,121.4,10,60",
        "31.2,121.4,10,60,90,1",
        "31.2;121.4;10;60;90",
        "latitude,longitude,altitude,speed,direction",
        "90.1,121.4,10,60,90",
        "-0.1,121.4,10,60,90",
        "31.2,180.1,10,60,90",
        "31.2,121.4,65536,60,90",
        "31.2,121.4,10,6553.6,90",
        "31.2,121.4,10,60,360",
        "NaN,121.4,10,60,90",
        ",121.4,10,60,90"
      })
  void aLineThatIsNoPlaceIsNamed(String line) {
    assertThatThrownBy(() -> replayed("0,0,0,0,0\n" + line + "\n"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("flows.location.track: ")
        .hasMessageContainingAll("track.csv line 2 ", "\"" + line + "\"")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aFileWithSemicolonsNeedsCommas() {
    assertThatThrownBy(() -> replayed("\ufeff31.2;121.4;10;60;90\n"))
        .hasMessageContaining("track.csv line 1 ")
        .hasMessageEndingWith("write commas between the values");
  }

  @Test
  void aFileWithoutAPlaceIsRefused() {
    assertThatThrownBy(() -> replayed("# nothing\n"))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("track.csv ", "latitude");
  }

  @Test
  void aFileThatIsNotThereIsRefused() {
    for (String file : List.of("none.csv", ".")) {
      assertThatThrownBy(() -> track(directory.resolve(file)))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining(file + " cannot be read");
    }
  }

  @Test
  void theHostIsCheckedForItBeforeAnythingStarts() throws Exception {
    Path file = directory.resolve("none.csv");
    List<String> problems = new ArrayList<>();
    new Jt808Pack()
        .describe(along(file))
        .checkHost(3, (key, message) -> problems.add(key + ": " + message));
    assertThat(problems)
        .singleElement()
        .asString()
        .startsWith("flows.location.track: " + file + " ");
    Files.writeString(file, "0,0,0,0,0");
    problems.clear();
    new Jt808Pack().describe(along(file)).checkHost(3, (key, message) -> problems.add(key));
    assertThat(problems).isEmpty();
  }
}
