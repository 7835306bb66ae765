// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.faults.PartFault.Part;
import io.fleetload.it.CommandRun;
import io.fleetload.it.Hono;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults of the target itself, each with a stack of its own. */
class StackFaultsIT {
  @TempDir private Path directory;

  @Tag("nightly")
  @Tag("named-faults")
  @Test
  void aTargetThatStandsStillIsAtFaultAndOneThatDiesEndsTheRunSoonWithOneLine() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    try (Hono hono = Hono.start("--data=" + data)) {
      FaultRun.Outcome stopped =
          run(hono, "stack-stopped", NamedFaults.load(8), PartFault.stop(Part.STACK, 2, 4));
      assertThat(stopped.findings()).as(stopped.toString()).isEmpty();
      assertThat(stopped.exit()).as(stopped.toString()).isEqualTo(1);
      assertThat(stopped.reasons()).contains("failed");

      FaultRun.Outcome killed =
          run(hono, "stack-killed", NamedFaults.load(60), PartFault.kill(Part.STACK, 3));
      assertThat(killed.findings()).as(killed.toString()).isEmpty();
      assertThat(killed.exit()).as(killed.toString()).isEqualTo(3);
      assertThat(killed.status()).isEqualTo("target-gone");
      assertThat(killed.err())
          .hasLineCount(1)
          .containsPattern(" 20\\S+Z: ")
          .contains("5 s (target.gone)");
    }
  }

  @Test
  @Tag("nightly")
  @Tag("named-faults")
  void anEmbeddedTargetThatDiesEndsTheRunSoonWithOneLine() throws Exception {
    Path out = directory.resolve("out");
    Path profile = directory.resolve("embedded.yaml");
    Files.writeString(
        profile,
        NamedFaults.load(60).profile("embedded", "embedded").replace("external", "embedded"));
    try (CommandRun run = CommandRun.loadtest(List.of("run", profile.toString(), "--out=" + out))) {
      run.line(line -> line.startsWith("measure"));
      List<ProcessHandle> family = run.family();
      ProcessHandle stack = run.child(Part.STACK.tool());
      Signal.KILL.to(stack);
      long killed = System.nanoTime();

      assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(3);
      assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - killed)).isLessThan(40);
      assertThat(run.err()).hasLineCount(1).startsWith("hono-embedded ended unexpectedly");
      assertThat(RunFiles.in(out).result().at("/verdict/status").asText()).isEqualTo("target-gone");
      for (ProcessHandle each : family) {
        each.onExit().get(30, TimeUnit.SECONDS);
      }
    }
  }

  private FaultRun.Outcome run(Hono hono, String name, Load load, PartFault fault)
      throws Exception {
    WarmHono.provision(hono, List.of(name));
    return new FaultRun(hono, directory.resolve(name), name)
        .under(FaultSchedule.ofParts(load, fault));
  }
}
