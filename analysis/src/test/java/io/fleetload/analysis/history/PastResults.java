// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.history;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.results.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Folders with results of nightly runs, made from a seed. */
public final class PastResults {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long FIRST = 1_750_000_000_000L;
  private static final long DAY = 86_400_000L;

  private final Path folder;
  private final Random random = new Random(5);
  private int made;

  /** None yet, below that folder. */
  public PastResults(Path folder) {
    this.folder = folder;
  }

  /** Adds runs of that 99th percentile, with noise of 3 %. */
  public PastResults add(int runs, double p99) throws IOException {
    for (int i = 0; i < runs; i++) {
      write(result(p99 * Math.exp(0.03 * random.nextGaussian())));
    }
    return this;
  }

  /** The result of the next night. */
  public ObjectNode result(double p99) {
    ObjectNode result = JSON.createObjectNode();
    result.put("version", 2).put("runId", Integer.toHexString(made)).put("run", "nightly");
    result.put("complete", true).put("measuredSeconds", 60.0);
    result.putObject("verdict").put("status", "passed").put("exitCode", 0).putArray("reasons");
    long began = FIRST + made * DAY;
    ArrayNode phases = result.putArray("phases");
    phases
        .addObject()
        .put("name", "measure")
        .put("startEpochMs", began)
        .put("endEpochMs", began + 60_000);
    result.putObject("devices").put("asked", 50).put("connected", 50);
    ObjectNode flow = result.putObject("flows").putObject("telemetry");
    flow.put("asked", 20.0).put("reached", 20.0).put("achieved", 1.0).put("sent", 1_200);
    flow.put("failed", 0).putObject("response").put("count", 1_200).put("p99", p99);
    flow.putObject("perSecond").putArray("sent").add(20).add(20);
    result.putObject("ledger").put("delivered", 1_200).put("lost", 0);
    ObjectNode profile = result.putObject("profile").put("pack", "hono");
    profile.putObject("run").put("name", "nightly").put("seed", made);
    profile.putObject("target").put("coap", "10.0.0.1:" + (5_000 + made));
    profile.putObject("flows").putObject("telemetry").put("rate", "20/s");
    result.putObject("versions").put("target", "external Hono 2.6." + made / 10);
    result.putObject("labels").put("commit", "c" + made);
    return result;
  }

  /** Writes it into a folder of its own, which it returns. */
  public Path write(ObjectNode result) throws IOException {
    Path run = Files.createDirectories(folder.resolve("nightly-%03d".formatted(made++)));
    Files.writeString(run.resolve(Result.FILE), result.toString());
    return run;
  }

  /** The folder. */
  public Path folder() {
    return folder;
  }
}
