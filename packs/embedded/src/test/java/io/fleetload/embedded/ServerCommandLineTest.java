// SPDX-License-Identifier: EPL-2.0
package io.fleetload.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ServerCommandLineTest {
  private final List<String> said = new ArrayList<>();

  /** A server that does what the test says. */
  @CommandLine.Command(name = "server", mixinStandardHelpOptions = true)
  static final class ServerOfTheTest implements Callable<Integer> {
    private final Callable<Integer> work;

    private ServerOfTheTest(Callable<Integer> work) {
      this.work = work;
    }

    @Override
    public Integer call() throws Exception {
      return work.call();
    }
  }

  private int execute(Callable<Integer> work, String... arguments) {
    return ServerCommandLine.of(new ServerOfTheTest(work), System.err, said::add)
        .execute(arguments);
  }

  private void isAFault(Callable<Integer> work, String what) {
    said.clear();
    assertThat(execute(work)).isEqualTo(70);
    assertThat(said)
        .singleElement()
        .asString()
        .startsWith("a fault of its own")
        .contains(": " + what)
        .doesNotContain("\n");
  }

  @Test
  void noThrowableIsACrossedThreshold() {
    isAFault(
        () -> {
          throw new IllegalStateException("no\nstate");
        },
        "java.lang.IllegalStateException: no state at ");
    isAFault(
        () -> {
          throw new StackOverflowError();
        },
        "java.lang.StackOverflowError");
    isAFault(
        () -> {
          throw new OutOfMemoryError("Java heap space");
        },
        "java.lang.OutOfMemoryError: Java heap space");
  }

  @Test
  void aServerHasNoLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(execute(() -> "%d".formatted(1).equals("1") ? 0 : 1)).isZero();
      Locale.setDefault(new Locale("tr", "TR"));
      assertThat(execute(() -> "i".toUpperCase(Locale.getDefault()).equals("I") ? 0 : 1)).isZero();
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void aMistakeIsOneLineAndTheCommandsCodeIsTheProcesses() {
    assertThat(execute(() -> 3)).isEqualTo(3);
    assertThat(said).isEmpty();
    assertThat(execute(() -> 0, "--nothing")).isEqualTo(2);
    assertThat(said).containsExactly("Unknown option: '--nothing'; see --help");
  }

  @Test
  void whatSomebodyGaveIsShownInALineAndNotTooLong() {
    assertThat(execute(() -> 0, "\u001b[2J\u202e" + "x".repeat(1_000))).isEqualTo(2);
    assertThat(said)
        .singleElement()
        .asString()
        .contains("\\u001B[2J\\u202Ex")
        .doesNotContain("x".repeat(201))
        .matches("[^\\p{Cntrl}\\u202e]*");
  }
}
