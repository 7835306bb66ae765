// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a device costs in fleets of several sizes, on a registry that lies on disk, and whether a
 * heap of 256 MiB holds each. {@code -Dbench.fleets=10000,100000} are the sizes; the first is
 * measured again after each of the others, so that what the machine does meanwhile shows. Each has
 * a stack of its own, for the wire server looks through all that stands there. What a process takes
 * with one device is taken off, so that a size below 10,000 says little.
 */
@EnabledIfSystemProperty(named = "bench.fleets", matches = "[0-9]+(,[0-9]+)*")
class RegistryCostBenchmark {
  /** The wire server holds a whole answer in memory. */
  private static final String STACK_HEAP = "-Xmx4g";

  private static final int FEW = 50_000;

  @TempDir private Path directory;

  private JsonNode at;
  private int tenants;

  @Test
  void theCostOfADevice() throws Exception {
    List<Integer> fleets = new ArrayList<>();
    for (String each : System.getProperty("bench.fleets").split(",", -1)) {
      fleets.add(Integer.valueOf(each));
      if (fleets.size() > 1) {
        fleets.add(fleets.get(0));
      }
    }
    double first = 0;
    for (int i = 0; i < fleets.size(); i++) {
      try (CommandRun stack =
          CommandRun.stackOf(List.of(STACK_HEAP), "--data=" + directory.resolve("data-" + i))) {
        at = new ObjectMapper().readTree(stack.line(line -> line.contains("\"ready\"")));
        double microseconds = cost(fleets.get(0), fleets.get(i), first);
        first = first == 0 ? microseconds : first;
      }
    }
  }

  /** Of a new device, in us. */
  private double cost(int smallest, int devices, double first) throws Exception {
    // For the stack's own warm-up.
    seconds(smallest, tenant());
    // A small fleet is not much beside what a process takes, so it takes several to tell.
    int rounds = Math.max(1, Math.min(5, FEW / devices));
    double[] fresh = new double[rounds];
    double[] again = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      String alone = tenant();
      double newProcess = seconds(1, alone);
      double sameProcess = seconds(1, alone);
      String tenant = tenant();
      fresh[i] = (seconds(devices, tenant) - newProcess) / (devices - 1) * 1e6;
      again[i] = (seconds(devices, tenant) - sameProcess) / (devices - 1) * 1e6;
    }
    double created = median(fresh);
    double unchanged = median(again);
    System.out.printf(
        Locale.ROOT,
        "%,9d devices: new %.0f us a device (%.0f/s, %.2f of the first), unchanged %.0f us%n",
        devices,
        created,
        1e6 / created,
        first == 0 ? 1 : created / first,
        unchanged);
    return created;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private String tenant() {
    tenants++;
    return "cost-" + tenants;
  }

  private double seconds(int devices, String tenant) throws Exception {
    Path said = directory.resolve("said");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-jar",
                Home.path("provisioning", "target", "provisioning.jar").toString(),
                "apply",
                Home.path("profiles", "quickstart.yaml").toString(),
                "--set=target.kind=external",
                "--set=devices.psk.derivedFrom=own",
                "--set=tenant.id=" + tenant,
                "--set=devices.count=" + devices));
    for (String key : List.of("coap", "kafka", "mongodb", "database")) {
      command.add("--set=target." + key + "=" + at.path(key).asText());
    }
    long began = System.nanoTime();
    int code =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start()
            .waitFor();
    double seconds = (System.nanoTime() - began) / 1e9;
    assertThat(code).as(Files.readString(said)).isZero();
    return seconds;
  }
}
