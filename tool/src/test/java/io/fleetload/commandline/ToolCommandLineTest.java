// SPDX-License-Identifier: EPL-2.0
package io.fleetload.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.rig.Golden;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ToolCommandLineTest {
  private static final Golden WORDS = Golden.of("tool");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @CommandLine.Command(
      name = "loads",
      mixinStandardHelpOptions = true,
      subcommands = {Run.class, Merge.class, Fails.class})
  private static final class Loads {}

  @CommandLine.Command(name = "run", mixinStandardHelpOptions = true)
  private static final class Run {}

  @CommandLine.Command(name = "merge", mixinStandardHelpOptions = true)
  private static final class Merge {}

  /** A command that reads a file. */
  @CommandLine.Command(name = "reads")
  private static final class Reads implements Callable<Integer> {
    @CommandLine.Parameters private Path file;

    @Override
    public Integer call() {
      return file.getNameCount();
    }
  }

  /** A command that is wrong in itself. */
  @CommandLine.Command(name = "fails", mixinStandardHelpOptions = true)
  private static final class Fails implements Callable<Integer> {
    @CommandLine.Parameters private Fault fault;

    @Override
    public Integer call() throws Exception {
      fault.happen();
      return 0;
    }
  }

  private enum Fault {
    MISTAKE {
      @Override
      void happen() {
        throw new IllegalStateException("no\nstate");
      }
    },
    CHECKED {
      @Override
      void happen() throws Exception {
        throw new IOException("no file");
      }
    },
    DEPTH {
      @Override
      void happen() {
        throw new StackOverflowError();
      }
    },
    MEMORY {
      @Override
      void happen() {
        throw new OutOfMemoryError("Java heap space");
      }
    };

    abstract void happen() throws Exception;
  }

  @Test
  void aToolThatACommandOfOursStartedHasThatCommandsName() {
    System.setProperty(ToolCommandLine.NAME, "loadtest provision");
    try {
      CommandLine tool =
          ToolCommandLine.of(new CommandLine(new Loads()))
              .setOut(new PrintWriter(out))
              .setErr(new PrintWriter(err));

      assertThat(tool.execute("merge", "--help")).isZero();
      assertThat(out.toString()).startsWith("Usage: loadtest provision merge ");
      assertThat(tool.execute("merge", "--none")).isEqualTo(2);
      assertThat(err.toString()).endsWith("; see loadtest provision merge --help\n");
    } finally {
      System.clearProperty(ToolCommandLine.NAME);
    }
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void whateverACommandThrowsIsAFaultOfOursInOneLine(Fault fault) {
    assertThat(execute("fails", fault.name())).isEqualTo(70);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .matches("(a fault of loads|loads needs more memory ).*");
  }

  private int execute(String... arguments) {
    return ToolCommandLine.of(new CommandLine(new Loads()))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @Test
  void aCommandThatIsMistypedIsGuessed() {
    assertThat(execute("rnu", "x")).isEqualTo(2);
    assertThat(err.toString()).hasLineCount(1);
    WORDS.says(
        err.toString(), "loads: ", "\"rnu\"", "\"run\"", "run, merge, fails", "loads --help");
  }

  @Test
  void aProfileWithoutACommandIsToBeRun() {
    assertThat(execute("profiles/Mine.YAML")).isEqualTo(2);
    assertThat(err.toString()).startsWith("loads: ").contains("\"run profiles/Mine.YAML\"");
  }

  @Test
  void aCommandThatIsLikeNoneIsNotGuessed() {
    assertThat(execute("prepare")).isEqualTo(2);
    assertThat(err.toString()).startsWith("loads: ").contains("\"prepare\"", "run, merge, fails");
  }

  @Test
  void everyCommandSaysWhichBuildItIs() {
    assertThat(execute("--version")).isZero();
    assertThat(execute("merge", "--version")).isZero();
    assertThat(out.toString().lines())
        .hasSize(4)
        .allMatch(line -> line.matches("(loads \\d\\S+, commit [0-9a-f]{12}(-dirty)?|Java \\d.*)"));
  }

  @Test
  void aToolHasNoLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat("%d".formatted(1)).as("a locale with its own digits").isEqualTo("\u0661");
      assertThat(execute("--version")).isZero();
      assertThat("%d".formatted(1)).isEqualTo("1");

      Locale.setDefault(new Locale("tr", "TR"));
      assertThat(execute("--version")).isZero();
      assertThat("classic".toUpperCase(Locale.getDefault())).isEqualTo("CLASSIC");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void aNameThatNoFileCanHaveIsOneLine() {
    CommandLine reads =
        ToolCommandLine.of(new CommandLine(new Reads())).setErr(new PrintWriter(err, true));
    assertThat(reads.execute("a/b/c")).isEqualTo(3);
    assertThat(reads.execute("a\0b")).isEqualTo(2);
    assertThat(err.toString()).hasLineCount(1).contains("<file>", "Nul").doesNotContain("java.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--no-such=LONG \u001b[2J\u202e", "/no/such LONG a\tb", "merge LONG"})
  void aHostileCommandLineIsOneLineThatATerminalShows(String line) {
    assertThat(execute(line.replace("LONG", "x".repeat(1_000)).split(" "))).isEqualTo(2);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .hasSizeLessThan(1_100)
        .doesNotContain("x".repeat(201))
        .matches("[^\\p{Cntrl}\\u202e]*");
  }
}
