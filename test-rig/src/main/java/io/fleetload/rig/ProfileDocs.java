// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.yaml.ProfileReference;
import io.fleetload.profile.yaml.ProfileSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The schema and the reference of a pack's profile, as files. A test compares them with the
 * records; with {@code -Ddocs.write=true} it writes them first.
 *
 * @param profile the record
 * @param directory where the files are
 * @param introduction what the reference begins with
 */
public record ProfileDocs(
    Class<? extends LoadProfile> profile, Path directory, String introduction) {

  /** The command that writes the files of the pack in that module again. */
  public static String command(String module) {
    return "./mvnw -pl "
        + module
        + " -am test -Dtest=TheDocsMatchTheProfileTest -Ddocs.write=true"
        + " -Dsurefire.failIfNoSpecifiedTests=false";
  }

  /**
   * The schema.
   *
   * @throws IOException if its file cannot be read or written
   */
  public DocsFile schema() throws IOException {
    ObjectMapper json = JsonMapper.builder().build();
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter pretty =
        new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines);
    return compared(
        "profile.schema.json",
        json.writer(pretty).writeValueAsString(ProfileSchema.of(profile)) + "\n");
  }

  /**
   * The reference.
   *
   * @throws IOException if its file cannot be read or written
   */
  public DocsFile reference() throws IOException {
    return compared("profile-reference.md", introduction + ProfileReference.of(profile));
  }

  private DocsFile compared(String name, String expected) throws IOException {
    Path file = directory.resolve(name);
    if (Boolean.getBoolean("docs.write")) {
      Files.createDirectories(directory);
      Files.writeString(file, expected);
    }
    return new DocsFile(Files.exists(file) ? Files.readString(file) : "", expected);
  }

  /**
   * A file and what it has to say.
   *
   * @param found what it says
   */
  public record DocsFile(String found, String expected) {}
}
