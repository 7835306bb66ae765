// SPDX-License-Identifier: EPL-2.0
package io.fleetload.junit5;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The process of an embedded Hono that is up. */
final class HonoProcess implements AutoCloseable {
  private static final long LONGEST_START_SECONDS = 300;
  private static final Pattern FIELD = Pattern.compile("\"(\\w+)\":\"((?:[^\"\\\\]|\\\\.)*)\"");

  private final ChildProcess process;
  private final Path readyFile;
  private final Map<String, String> endpoints;

  private HonoProcess(ChildProcess process, String readyLine) throws IOException {
    this.process = process;
    this.readyFile = Files.writeString(Files.createTempFile("hono-embedded", ".json"), readyLine);
    this.endpoints = fields(readyLine);
  }

  /**
   * Starts one and waits until it is ready.
   *
   * @throws LoadTestException if it does not come up
   */
  static HonoProcess start(Home home, List<String> arguments) {
    CompletableFuture<String> ready = new CompletableFuture<>();
    LastLines errors = new LastLines();
    ChildProcess process =
        new ChildProcess(home.hono(arguments), Map.of(), ready::complete, errors);
    process.onEnd(() -> ready.complete(null));
    String why;
    try {
      String line = ready.get(LONGEST_START_SECONDS, TimeUnit.SECONDS);
      if (line != null) {
        return new HonoProcess(process, line);
      }
      why = errors.or("it ended and said nothing");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      why = "it was interrupted";
    } catch (TimeoutException e) {
      why = errors.or("it is not ready after %s s".formatted(LONGEST_START_SECONDS));
    } catch (ExecutionException | IOException e) {
      why = e.toString();
    }
    process.close();
    throw new LoadTestException(
        Verdict.TARGET_NOT_READY, "the embedded Hono did not start: " + why);
  }

  /** Its ready line is one flat object. */
  private static Map<String, String> fields(String readyLine) {
    Map<String, String> fields = new LinkedHashMap<>();
    Matcher field = FIELD.matcher(readyLine);
    while (field.find()) {
      fields.put(field.group(1), field.group(2).replaceAll("\\\\(.)", "$1"));
    }
    return fields;
  }

  /** Returns the address of one of its parts, by its name in the ready line. */
  String endpoint(String name) {
    return endpoints.get(name);
  }

  /** The file with its ready line. */
  Path readyFile() {
    return readyFile;
  }

  @Override
  public void close() {
    process.close();
    try {
      Files.deleteIfExists(readyFile);
    } catch (IOException e) {
      // It stays in the directory for what is temporary.
    }
  }
}
