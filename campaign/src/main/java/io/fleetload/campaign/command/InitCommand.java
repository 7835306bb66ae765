// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.campaign.option.CommandWork;
import io.fleetload.campaign.option.JsonOption;
import io.fleetload.campaign.option.PackOption;
import io.fleetload.campaign.option.ShellWord;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.pack.Pack;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileReference;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.format.ExitCode;
import io.fleetload.tool.Installation;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** {@code loadtest init}: a profile to start from, with what each of its sections is for. */
@CommandLine.Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description = "Writes the quickstart of a pack as a profile of your own, with comments.")
public final class InitCommand implements Callable<Integer> {
  private static final String SCHEMA_FILE = "profile.schema.json";
  private static final Pattern TOP_KEY = Pattern.compile("(\\w+):.*");
  private static final Pattern SCHEMA = Pattern.compile("(?:# yaml-language-server: )?\\$schema.*");

  @CommandLine.Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "where it goes; default loadtest.yaml")
  private Path file = Path.of("loadtest.yaml");

  /** Names that editors read as they are. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._/+-]+");

  private static final String SCRIPT = "loadtest";

  @CommandLine.Mixin private final PackOption pack = new PackOption();

  @CommandLine.Mixin private final JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    return CommandWork.brief(json.brief(), this::write);
  }

  private ExitCode write(Screen screen) throws UsageException, IOException {
    Pack<?> wanted = pack.pack();
    Path folder = pack.folder();
    List<String> lines = new ArrayList<>();
    Path schema = folder.resolve(wanted.isDefault() ? "docs/reference" : "").resolve(SCHEMA_FILE);
    if (Files.exists(schema)) {
      lines.add("# yaml-language-server: $schema=" + fromProfile(schema));
    }
    lines.addAll(commented(wanted, Files.readAllLines(pack.quickstart())));
    try {
      Files.write(file, lines, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(file + ": is there already; name another file");
    } catch (IOException e) {
      // The next try must find no half of it.
      Files.deleteIfExists(file);
      throw e;
    }
    String next = script() + " run " + ShellWord.of(file.toString());
    screen.tell(
        new ToolEvent.Sentence(Campaign.TOOL, "%s is written; next: %s".formatted(file, next)));
    json.print(new WrittenProfile(file.toString(), wanted.name(), next));
    return ExitCode.PASSED;
  }

  /**
   * The document of {@code --json}.
   *
   * @param file what was written
   * @param pack the campaign that it is for
   * @param next the command that runs it
   */
  private record WrittenProfile(String file, String pack, String next) {}

  /**
   * Returns the name of the schema in the profile: relative to the profile if both lie in this
   * installation, so that it holds wherever the installation is. Editors read up to a blank.
   */
  private String fromProfile(Path schema) throws UsageException {
    Path whole = schema.toAbsolutePath().normalize();
    Path home = Installation.own().home().toAbsolutePath().normalize();
    Path folder = file.toAbsolutePath().normalize().getParent();
    if (folder.startsWith(home)) {
      String relative = folder.relativize(whole).toString().replace(File.separatorChar, '/');
      if (PLAIN.matcher(relative).matches()) {
        return relative;
      }
    }
    return PLAIN.matcher(whole.toString()).matches()
        ? whole.toString()
        : whole.toUri().toASCIIString();
  }

  /** The script that starts this command, from here. */
  private static String script() throws UsageException {
    Path home = Installation.own().home().toAbsolutePath().normalize();
    return home.equals(Path.of("").toAbsolutePath().normalize())
        ? "./" + SCRIPT
        : ShellWord.of(home.resolve(SCRIPT).toString());
  }

  private static List<String> commented(Pack<?> pack, List<String> quickstart) {
    List<String> lines = new ArrayList<>();
    for (String line : quickstart) {
      Matcher key = TOP_KEY.matcher(line);
      if (key.matches()) {
        ProfileReference.key(pack.profile(), key.group(1))
            .ifPresent(about -> lines.addAll(comments(about)));
      }
      // Its path holds for the place of the quickstart alone.
      if (!SCHEMA.matcher(line).matches()) {
        lines.add(line);
      }
    }
    return lines;
  }

  private static List<String> comments(ProfileReference.KeyRow key) {
    String what = "# " + Character.toUpperCase(key.about().charAt(0)) + key.about().substring(1);
    return key.below().isEmpty()
        ? List.of("", what + ".")
        : List.of("", what + ". Its keys: " + String.join(", ", key.below()) + ".");
  }
}
