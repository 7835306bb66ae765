// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.imports;

import io.fleetload.campaign.run.GivenProfile;
import io.fleetload.pack.Pack;
import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.Part;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.profile.yaml.ProfileProblem;
import io.fleetload.profile.yaml.ProfileText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A profile made of a load test of another tool, and checked. What the profile refuses is left out
 * of it, with the profile's own reason.
 */
final class ImportedProfile {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
  private static final int LONGEST_NAME = 64;

  /** Value of a secret that this process does not have, for the check alone. */
  private static final String STAND_IN = "secret";

  private final ForeignInput input;
  private final ImportDraft draft;
  private final Pack<?> pack;
  private final String tool;
  private final List<String> overrides;
  private String text;
  private GivenProfile read;

  /**
   * One that is not checked yet.
   *
   * @param overrides {@code key.path=value} each; they win over what the input says
   */
  ImportedProfile(
      ForeignInput input, String tool, ImportDraft draft, Pack<?> pack, List<String> overrides) {
    this.input = input;
    this.tool = tool;
    this.draft = draft;
    this.pack = pack;
    this.overrides = List.copyOf(overrides);
  }

  /**
   * Makes it.
   *
   * @throws ProfileException if a key is wrong that no part of the input says
   * @throws UsageException if the input makes no profile
   * @throws IOException if the text cannot be checked
   */
  void make() throws ProfileException, UsageException, IOException {
    if (draft.rejection() != null) {
      throw new UsageException(input.name() + ": " + draft.rejection());
    }
    Path file = Files.createTempFile("loadtest-import", ".yaml");
    try {
      while (true) {
        try {
          text = written();
          Files.writeString(file, text);
          read =
              GivenProfile.read(
                  file,
                  List.of(),
                  environment(),
                  (scenario, checks) -> scenario.checkFiles(checks, Instant.now()));
          return;
        } catch (ProfileException e) {
          leaveOut(e);
        }
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private void leaveOut(ProfileException wrong) throws ProfileException {
    List<ProfileProblem> left =
        wrong.problems().stream()
            .filter(each -> !draft.refuse(each.path(), each.message()))
            .map(each -> new ProfileProblem(input.name(), 0, each.path(), each.message()))
            .toList();
    if (left.size() == wrong.problems().size()) {
      throw new ProfileException(left);
    }
  }

  private String written() throws ProfileException {
    ProfileText profile = new ProfileText(pack.profile(), input.folder());
    profile.put("pack", pack.name());
    profile.put("run.name", name());
    for (ImportDraft.DraftKey each : draft.keys()) {
      if (each.key().endsWith(ImportDraft.ITEM)) {
        profile.add(
            each.key().substring(0, each.key().length() - ImportDraft.ITEM.length()), each.value());
      } else if (each.yaml()) {
        profile.set(each.key() + "=" + each.value());
      } else {
        profile.put(each.key(), each.value());
      }
    }
    for (String each : overrides) {
      profile.set(each);
    }
    return "# Made of a load test of %s (%s) by: loadtest import%n".formatted(tool, input.name())
        + "# What a key is for, and what may be below it: loadtest explain KEY%n".formatted()
        + profile.text()
        + System.lineSeparator();
  }

  private String name() {
    String name = Path.of(input.name().replace(' ', '-')).getFileName().toString();
    int dot = name.lastIndexOf('.');
    String plain =
        (tool + "-" + (dot > 0 ? name.substring(0, dot) : name))
            .replaceAll("[^A-Za-z0-9_-]+", "-")
            .replaceAll("^-+|-+$", "");
    return plain.substring(0, Math.min(LONGEST_NAME, plain.length()));
  }

  /** Secrets are not read from an input, and need not be known here. */
  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    for (ImportDraft.DraftKey each : draft.keys()) {
      VARIABLE
          .matcher(each.value())
          .results()
          .filter(name -> isOfSecret(each))
          .forEach(name -> environment.putIfAbsent(name.group(1), STAND_IN));
    }
    return environment;
  }

  private static boolean isOfSecret(ImportDraft.DraftKey key) {
    Part part = key.part();
    return part == null || part.shown().equals("…");
  }

  /** The text of the profile. */
  String text() {
    return text;
  }

  /** The profile as it was checked. */
  GivenProfile read() {
    return read;
  }

  /** The draft, with what became of each part. */
  ImportDraft draft() {
    return draft;
  }

  /** The tool that the load test is of. */
  String tool() {
    return tool;
  }
}
