// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import com.fasterxml.jackson.annotation.JacksonInject;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.file.Path;

/**
 * A file or a directory that a profile names: a path from the profile's directory, wherever the
 * tool that reads it was started.
 *
 * @param name as the profile writes it
 * @param path where the file is
 */
@Quantity(form = "\\S(?:.*\\S)?", expected = "a path from the profile's directory")
public record FileBesideProfile(String name, Path path) {

  /** Name of the value that the reader of profiles fills in: the profile's own {@link Path}. */
  public static final String PROFILE = "profile";

  /** The file of that name. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static FileBesideProfile of(String name, @JacksonInject(PROFILE) Path profile) {
    return new FileBesideProfile(name, profile.resolveSibling(name));
  }

  /** Path of the file of a key; null for a key that the profile leaves out. */
  public static Path pathOf(FileBesideProfile file) {
    return file == null ? null : file.path;
  }

  /** The file as the profile writes it. */
  @Override
  @JsonValue
  public String toString() {
    return name;
  }
}
