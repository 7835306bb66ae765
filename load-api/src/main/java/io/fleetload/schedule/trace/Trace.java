// SPDX-License-Identifier: EPL-2.0
package io.fleetload.schedule.trace;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.annotation.JsonCreator;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.OrText;
import io.fleetload.quantity.FileBesideProfile;
import java.nio.file.Path;
import java.util.Map;

/**
 * A file with the times at which devices sent messages, which a flow repeats.
 *
 * @param file the file
 * @param speed how many times as fast as the file has it
 */
@OrText("a CSV file with the header time,device or time,device,flow, or a mapping with file, speed")
public record Trace(
    @Doc(
            value = "a CSV file with the header time,device or time,device,flow; sorted by time",
            required = true)
        FileBesideProfile file,
    @Doc(
            value = "how many times as fast as the file has it",
            byDefault = "1",
            least = 1,
            most = 1_000_000)
        Integer speed) {

  /** Fills in what the profile leaves open. */
  public Trace {
    speed = speed == null ? 1 : speed;
  }

  /** Reads a trace from the name of its file, or from a mapping. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Trace of(Object written, @JacksonInject(FileBesideProfile.PROFILE) Path profile) {
    Map<?, ?> keys = written instanceof Map<?, ?> mapping ? mapping : Map.of("file", written);
    return new Trace(
        FileBesideProfile.of(String.valueOf(keys.get("file")), profile),
        keys.get("speed") instanceof Number speed ? (Integer) speed.intValue() : null);
  }

  /** The time in the run that belongs to one of the file, both in ns from the first line. */
  public long scaled(long nanos) {
    return nanos / speed;
  }

  @Override
  public String toString() {
    return speed == 1 ? file.name() : file.name() + " at " + speed + " times its speed";
  }
}
