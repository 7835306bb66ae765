// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.InjectableValues;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.key.ProfileChecks;
import io.fleetload.quantity.FileBesideProfile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A profile's file, read and not yet checked: YAML, variables, overrides. The pack that it names
 * has the record that it is to become.
 */
public final class ProfileFile {
  private static final String PACK = "pack";
  private static final String EXTENDS = "extends";
  private static final String SCHEMA = "$schema";
  private static final int MOST_BYTES = 1 << 20;

  private final Path file;
  private final YamlTree tree;

  private ProfileFile(Path file, YamlTree tree) {
    this.file = file;
    this.tree = tree;
  }

  /**
   * Reads the file.
   *
   * @param file the YAML file
   * @param overrides {@code key.path=value} each; they win over the file
   * @param environment what {@code ${NAME}} is taken from
   * @throws ProfileException with every mistake that was found
   */
  public static ProfileFile read(Path file, List<String> overrides, Map<String, String> environment)
      throws ProfileException {
    List<ProfileProblem> problems = new ArrayList<>();
    YamlTree tree = extended(file, parsed(file, environment), environment);
    for (String override : overrides) {
      tree.override(override, environment, problems);
    }
    stopOn(problems);
    return new ProfileFile(file, tree);
  }

  /**
   * The files that a profile is read from: the one that it extends, if it does, and its own.
   *
   * @throws ProfileException if one of them cannot be read
   */
  public static List<Path> files(Path file, Map<String, String> environment)
      throws ProfileException {
    Path base = base(file, parsed(file, environment));
    return base == null ? List.of(file) : List.of(base, file);
  }

  /**
   * The profile that another one extends, with the keys that it gives.
   *
   * @param overrides {@code key.path=value} each; it does not give what they override
   * @return empty if it extends none
   * @throws ProfileException if one of the files cannot be read
   */
  public static Optional<ProfileExtension> extension(
      Path file, List<String> overrides, Map<String, String> environment) throws ProfileException {
    Path base = base(file, parsed(file, environment));
    if (base == null) {
      return Optional.empty();
    }
    List<String> keys = read(file, overrides, environment).tree.keysFrom(base.toString());
    keys.removeAll(List.of(EXTENDS, SCHEMA));
    return Optional.of(new ProfileExtension(base.getFileName().toString(), keys));
  }

  private static YamlTree parsed(Path file, Map<String, String> environment)
      throws ProfileException {
    List<ProfileProblem> problems = new ArrayList<>();
    YamlTree tree = YamlTree.parse(file.toString(), text(file), environment, problems);
    stopOn(problems);
    return tree;
  }

  private static YamlTree extended(Path file, YamlTree own, Map<String, String> environment)
      throws ProfileException {
    Path base = base(file, own);
    if (base == null) {
      return own;
    }
    YamlTree whole = parsed(base, environment);
    if (whole.root().has(EXTENDS)) {
      throw new ProfileException(
          List.of(
              whole.problem(EXTENDS, "a profile that another one extends extends none itself")));
    }
    return own.over(whole);
  }

  /** The profile that a profile extends; null if it extends none. */
  private static Path base(Path file, YamlTree own) throws ProfileException {
    JsonNode named = own.root().path(EXTENDS);
    if (named.isMissingNode() || named.isNull()) {
      return null;
    }
    Path base = file.resolveSibling(named.asText());
    if (named.asText().matches(".*[/\\\\].*") || !Files.isRegularFile(base)) {
      throw new ProfileException(
          List.of(
              own.problem(
                  EXTENDS,
                  "found %s, expected the name of a profile in the same folder".formatted(named))));
    }
    if (base.getFileName().equals(file.getFileName())) {
      throw new ProfileException(
          List.of(own.problem(EXTENDS, "names this file itself; name another profile")));
    }
    return base;
  }

  /**
   * Says which pack the profile names.
   *
   * @param names of the installed packs
   * @return null if it names none
   * @throws ProfileException if it names another
   */
  public String pack(List<String> names) throws ProfileException {
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

  /**
   * Makes the profile of it: schema, then the checks.
   *
   * @param type the record of the pack's profiles
   * @param more the checks, and what they make of the profile
   * @return what the checks made of it
   * @throws ProfileException with every mistake that was found
   */
  public <P extends LoadProfile, R> R as(Class<P> type, BiFunction<P, ProfileChecks, R> more)
      throws ProfileException {
    List<ProfileProblem> problems = new ArrayList<>();
    ObjectNode root = tree.root();
    ObjectNode schema = NamedSections.in(ProfileSchema.of(type), root);
    Scalars.fit(root, schema);
    SchemaCheck shape = new SchemaCheck(schema);
    shape.check(root, tree, problems);
    if (!problems.isEmpty()) {
      problems.addAll(meaningBeside(problems, shape, root, schema, type, more));
      throw new ProfileException(problems);
    }
    R made = checked(bind(root, schema, type, problems), more, problems);
    stopOn(problems);
    return made;
  }

  private <P extends LoadProfile, R> R checked(
      P profile, BiFunction<P, ProfileChecks, R> more, List<ProfileProblem> problems) {
    return more.apply(profile, (path, message) -> problems.add(tree.problem(path, message)));
  }

  /** Finds the problems of meaning that do not depend on the values of a wrong shape. */
  private <P extends LoadProfile> List<ProfileProblem> meaningBeside(
      List<ProfileProblem> ofShape,
      SchemaCheck shape,
      ObjectNode root,
      ObjectNode schema,
      Class<P> type,
      BiFunction<P, ProfileChecks, ?> more) {
    List<ProfileProblem> wrong = meaning(shape.mended(root, false), schema, type, more);
    wrong.retainAll(meaning(shape.mended(root, true), schema, type, more));
    wrong.removeIf(each -> ofShape.stream().anyMatch(other -> hangsOn(each.path(), other.path())));
    return wrong;
  }

  private <P extends LoadProfile> List<ProfileProblem> meaning(
      ObjectNode mended, ObjectNode schema, Class<P> type, BiFunction<P, ProfileChecks, ?> more) {
    List<ProfileProblem> problems = new ArrayList<>();
    if (mended != null) {
      try {
        var unused = checked(bind(mended, schema, type, problems), more, problems);
      } catch (ProfileException | RuntimeException e) {
        // The replaced values make no profile; the problems found so far are real nevertheless.
      }
    }
    return problems;
  }

  /** A part, or the whole of it; and what speaks of flows where the name of one is wrong. */
  private static boolean hangsOn(String path, String wrong) {
    return (path + ".").startsWith(wrong + ".")
        || (wrong + ".").startsWith(path + ".")
        || path.startsWith(wrong + "[")
        || wrong.startsWith(path + "[")
        || (path.startsWith("thresholds") && wrong.matches("flows(\\.[^.]*)?"));
  }

  private <P extends LoadProfile> P bind(
      ObjectNode root, ObjectNode schema, Class<P> type, List<ProfileProblem> problems)
      throws ProfileException {
    GroupSections.complete(root, (path, message) -> problems.add(tree.problem(path, message)));
    stopOn(problems);
    NamedSections.writeKinds(root, schema);
    try {
      return ProfileJson.reader(type)
          .with(new InjectableValues.Std().addValue(FileBesideProfile.PROFILE, file))
          .treeToValue(root, type);
    } catch (JsonProcessingException e) {
      throw new ProfileException(List.of(tree.problem(path(e), e.getOriginalMessage())));
    }
  }

  private static String path(JsonProcessingException e) {
    StringBuilder path = new StringBuilder();
    if (e instanceof JsonMappingException mapping) {
      for (JsonMappingException.Reference each : mapping.getPath()) {
        if (each.getFieldName() == null) {
          path.append('[').append(each.getIndex()).append(']');
        } else {
          path.append(path.length() == 0 ? "" : ".").append(each.getFieldName());
        }
      }
    }
    return path.toString();
  }

  private static String text(Path file) throws ProfileException {
    try {
      if (Files.exists(file) && !Files.isDirectory(file) && !Files.isRegularFile(file)) {
        // A device never ends, and a pipe may never begin.
        throw unreadable(file, "is no regular file; expected a YAML profile");
      }
      if (Files.size(file) > MOST_BYTES) {
        throw unreadable(
            file,
            String.format(
                Locale.ROOT,
                "has %,d bytes; expected a YAML profile of at most 1 MiB",
                Files.size(file)));
      }
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
