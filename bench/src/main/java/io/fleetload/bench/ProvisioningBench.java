// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench;

import io.fleetload.bench.contestant.ProgramCost;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Benchmark of registering a device, in fleets of several sizes, with a registry on disk and a heap
 * of 256 MB. Each size has a stack of its own, as the wire server looks through all that is there.
 * The time of a process with one device is subtracted. The first size is measured once more after
 * the others, so that a machine that became slower shows.
 */
final class ProvisioningBench {
  private static final int HEAP_MB = 256;

  /** The wire server holds a whole answer in memory. */
  private static final List<String> STACK = List.of("-Xmx4g");

  /** A small fleet is not much beside what a process takes, so it takes several to tell. */
  private static final int ROUNDS_OF_SMALL = 3;

  private static final int SMALL = 50_000;

  /** A device costs at most 1.2 times what it costs in the first fleet. */
  private static final double LEAST_PER_SECOND = 1 / 1.2;

  /** The heap, and half as much for what a virtual machine has beside it. */
  private static final double MOST_MB = 1.5 * HEAP_MB;

  private final PrintStream out;
  private final File log;
  private final Findings findings;
  private final Path home = Path.of(System.getProperty("fleetload.home", "."));

  /**
   * Least time of a process with one new device, in s; {@code leaving} is that with a known one.
   */
  private double creating = Double.MAX_VALUE;

  private double leaving = Double.MAX_VALUE;
  private int tenants;
  private long mostResidentKb;

  ProvisioningBench(PrintStream out, File log, Findings findings) {
    this.out = out;
    this.log = log;
    this.findings = findings;
  }

  /**
   * Devices a second.
   *
   * @param sizes of the fleets; the others are compared with the first
   */
  void provision(List<Integer> sizes) throws IOException, InterruptedException {
    int first = sizes.get(0);
    List<Integer> all = new ArrayList<>(sizes);
    all.add(first);
    Map<Integer, Samples> perSecond = new LinkedHashMap<>();
    for (int devices : all) {
      measure(devices, first, perSecond.computeIfAbsent(devices, size -> new Samples()));
    }
    Samples small = perSecond.remove(first);
    perSecond.forEach(
        (devices, each) ->
            findings.conclude(
                "devices/s, new, fleet of %,d".formatted(devices),
                each,
                "%,d devices".formatted(first),
                small,
                each.median() / small.median(),
                LEAST_PER_SECOND));
    double resident = mostResidentKb / 1024.0;
    findings.judge(
        "MB resident at most, %,d devices, heap of %d MB"
            .formatted(Collections.max(sizes), HEAP_MB),
        resident,
        MOST_MB,
        resident <= MOST_MB);
  }

  private void measure(int devices, int first, Samples perSecond)
      throws IOException, InterruptedException {
    try (ScratchDirectory data = ScratchDirectory.of("provisioning");
        EmbeddedStack stack = EmbeddedStack.start(STACK, List.of("--data=" + data.path()), log)) {
      // For the stack's own warm-up.
      seconds(stack, first, tenant());
      for (int round = 0; round < (devices < SMALL ? ROUNDS_OF_SMALL : 1); round++) {
        String alone = tenant();
        creating = Math.min(creating, seconds(stack, 1, alone));
        leaving = Math.min(leaving, seconds(stack, 1, alone));
        String tenant = tenant();
        double created = (devices - 1) / (seconds(stack, devices, tenant) - creating);
        double unchanged = (devices - 1) / (seconds(stack, devices, tenant) - leaving);
        out.printf(
            Locale.ROOT,
            "  %,9d devices: new %,.0f/s, %.0f us a device; unchanged %,.0f/s, %.0f us%n",
            devices,
            created,
            1e6 / created,
            unchanged,
            1e6 / unchanged);
        perSecond.add(created);
      }
    }
  }

  private String tenant() {
    tenants++;
    return "bench-" + tenants;
  }

  private double seconds(EmbeddedStack stack, int devices, String tenant)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("-Xmx%dm".formatted(HEAP_MB));
    command.add("-jar");
    command.add(home.resolve("provisioning/target/provisioning.jar").toString());
    command.add("apply");
    command.add(home.resolve("profiles/quickstart.yaml").toString());
    command.add("--set=target.kind=external");
    command.add("--set=devices.psk.derivedFrom=own");
    command.add("--set=tenant.id=" + tenant);
    command.add("--set=devices.count=" + devices);
    for (String listener : List.of("coap", "kafka", "mongodb", "database")) {
      command.add("--set=target." + listener + "=" + stack.at(listener));
    }
    ProgramCost apply =
        ProgramCost.run("provisioning %,d devices".formatted(devices), command, log);
    mostResidentKb = Math.max(mostResidentKb, apply.mostResidentKb());
    return apply.seconds();
  }
}
