// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.ProfileChecks;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads a profile: YAML, variables, overrides, schema, and the profile's own checks, in this order.
 * All mistakes of a stage are reported at once, each with its line.
 */
public final class ProfileReader<P extends LoadProfile> {
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private static final String PACK = "pack";

  private final Class<P> type;
  private final Map<String, String> environment;

  /**
   * A reader.
   *
   * @param type the scenario's profile
   * @param environment what {@code ${NAME}} is taken from
   */
  public ProfileReader(Class<P> type, Map<String, String> environment) {
    this.type = type;
    this.environment = environment;
  }

  /**
   * Reads a profile.
   *
   * @param file the YAML file
   * @param overrides {@code key.path=value} each; they win over the file
   * @throws ProfileException with every mistake that was found
   */
  public P read(Path file, List<String> overrides) throws ProfileException {
    return read(file, overrides, (profile, checks) -> {});
  }

  /** What a tool wants of a profile beyond what all want. */
  @FunctionalInterface
  public interface MoreChecks<P> {
    /** Looks at it; each finding is a problem of the profile. */
    void check(P profile, ProfileChecks checks);
  }

  /**
   * Reads a profile.
   *
   * @param file the YAML file
   * @param overrides {@code key.path=value} each; they win over the file
   * @param more what else to look at
   * @throws ProfileException with every mistake that was found
   */
  public P read(Path file, List<String> overrides, MoreChecks<P> more) throws ProfileException {
    List<ProfileProblem> problems = new ArrayList<>();
    YamlTree tree = tree(file, overrides, environment, problems);
    ObjectNode root = tree.root();
    ObjectNode schema = ProfileSchema.of(type);
    Scalars.fit(root, schema);
    new SchemaCheck(schema).check(root, tree, problems);
    stopOn(problems);
    P profile = bind(root, file);
    ProfileChecks checks = (path, message) -> problems.add(tree.problem(path, message));
    profile.check(checks);
    more.check(profile, checks);
    stopOn(problems);
    return profile;
  }

  /**
   * Says which pack a profile names.
   *
   * @param names of those that are installed
   * @return null where it names none
   * @throws ProfileException if the file cannot be read, or it names another
   */
  public static String pack(
      Path file, List<String> overrides, Map<String, String> environment, List<String> names)
      throws ProfileException {
    List<ProfileProblem> problems = new ArrayList<>();
    YamlTree tree = tree(file, overrides, environment, problems);
    JsonNode found = tree.root().path(PACK);
    if (found.isMissingNode() || found.isNull()) {
      return null;
    }
    if (!found.isTextual() || !names.contains(found.asText())) {
      throw new ProfileException(
          List.of(
              tree.problem(
                  PACK,
                  "found %s, expected one of: %s".formatted(found, String.join(", ", names)))));
    }
    return found.asText();
  }

  private static YamlTree tree(
      Path file,
      List<String> overrides,
      Map<String, String> environment,
      List<ProfileProblem> problems)
      throws ProfileException {
    YamlTree tree = YamlTree.parse(file.toString(), text(file), environment, problems);
    stopOn(problems);
    for (String override : overrides) {
      tree.override(override, environment, problems);
    }
    stopOn(problems);
    return tree;
  }

  private P bind(ObjectNode root, Path file) throws ProfileException {
    try {
      return JSON.treeToValue(root, type);
    } catch (JsonProcessingException e) {
      throw new ProfileException(
          List.of(new ProfileProblem(file.toString(), 0, "", e.getOriginalMessage())));
    }
  }

  private static String text(Path file) throws ProfileException {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw unreadable(file, "there is no such file; expected a YAML profile");
    } catch (CharacterCodingException e) {
      throw unreadable(file, "is no UTF-8 text; expected a YAML profile");
    } catch (IOException e) {
      String why = Files.isDirectory(file) ? "is a directory" : "cannot be read";
      throw unreadable(file, why + "; expected a YAML profile");
    }
  }

  private static ProfileException unreadable(Path file, String why) {
    return new ProfileException(List.of(new ProfileProblem(file.toString(), 0, "", why)));
  }

  private static void stopOn(List<ProfileProblem> problems) throws ProfileException {
    if (!problems.isEmpty()) {
      throw new ProfileException(problems);
    }
  }
}
