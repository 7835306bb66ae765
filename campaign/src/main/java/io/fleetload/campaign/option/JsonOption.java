// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.campaign.run.Campaign;
import io.fleetload.campaign.screen.Screen;
import io.fleetload.campaign.screen.SeriesScreen;
import io.fleetload.campaign.view.Terminal;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import io.fleetload.tool.Sentences;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * The option {@code --json}: standard output is JSON for a program, and text for people goes to
 * standard error.
 */
public final class JsonOption {
  /** Its name. */
  public static final String NAME = "--json";

  @CommandLine.Option(
      names = NAME,
      description =
          "prints the result as one JSON document on standard output, and all else on standard"
              + " error")
  private boolean json;

  private final List<String> said = new ArrayList<>();
  private boolean ended;

  /** Takes it as given where it is among words that another program reads. */
  public void giveIfIn(List<String> words) {
    json |= words.contains(NAME);
  }

  /** Returns whether it was given. */
  public boolean isGiven() {
    return json;
  }

  /** The screen of a run. */
  public Screen screen() {
    return json ? new Screen(System.err, System.err) : Screen.onThisTerminal();
  }

  /** The screen of several runs. */
  public SeriesScreen ofSeries() {
    return json
        ? new SeriesScreen(System.err, System.err, () -> Terminal.NONE)
        : SeriesScreen.onThisTerminal();
  }

  /** The screen of a command that is over in a moment. */
  public Screen brief() {
    return new Screen(json ? System.err : System.out, System.err);
  }

  /**
   * A screen that is kept for the document of {@link #end}. A mistake or a fault, which is the last
   * that a command says, prints that document.
   */
  public Screen keeping(Screen screen) {
    return json ? screen.beside(this::keep) : screen;
  }

  private synchronized void keep(ToolEvent event) {
    if (event instanceof ToolEvent.Sentence sentence) {
      said.add(sentence.tool().equals(Campaign.TOOL) ? sentence.text() : Sentences.of(sentence));
    } else if (event instanceof ToolEvent.Problem problem) {
      problem.text().lines().forEach(said::add);
      var unused = end(ExitCode.of(problem.exitCode()), null);
    }
  }

  /**
   * Prints how a command ended that has no document of its own, once, where the option was given.
   *
   * @param directory where its files are; null without any
   * @return the code, which the command ends with
   */
  public synchronized ExitCode end(ExitCode code, Path directory) {
    if (!ended) {
      ended = true;
      print(
          new CommandEnd(
              code.code(),
              code.status(),
              directory == null ? null : directory.toString(),
              List.copyOf(said)));
    }
    return code;
  }

  /**
   * The document of a command that has no other.
   *
   * @param exitCode what it ends with
   * @param status the word for it
   * @param directory where its files are; absent without any
   * @param lines what the terminal shows
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record CommandEnd(int exitCode, String status, String directory, List<String> lines) {}

  /** Prints the document, made of a record, where the option was given. */
  public void print(Object document) {
    if (json) {
      System.out.println(ResultFiles.tree(document).toPrettyString());
    }
  }

  /**
   * Prints the document where it was given; nothing where the run left none.
   *
   * @throws IOException if it cannot be read
   */
  public void print(Path document) throws IOException {
    if (json && Files.exists(document)) {
      PrintStream out = System.out;
      Files.copy(document, out);
      out.flush();
    }
  }
}
