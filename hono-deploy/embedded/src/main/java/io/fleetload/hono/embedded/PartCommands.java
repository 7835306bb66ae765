// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.embedded;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Commands to end and begin parts of the stack, one line of JSON each on the standard input: {@code
 * {"do":"end","parts":["CoAP adapter"]}}, {@code begin} or {@code restart}. Each is answered by one
 * line on the standard output, with the problem if there was one.
 */
final class PartCommands {
  private final HonoStack stack;
  private final PrintStream out;

  PartCommands(HonoStack stack, PrintStream out) {
    this.stack = stack;
    this.out = out;
  }

  /** Does what the lines say, until their end. */
  void readToEnd(InputStream in) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      String line;
      while ((line = lines.readLine()) != null) {
        String command = line;
        // A part may take long to begin, and the end of the input must be seen meanwhile.
        Thread worker = new Thread(() -> take(command), "part");
        worker.setDaemon(true);
        worker.start();
      }
    } catch (IOException e) {
      // A broken pipe says the same as its end.
    }
  }

  /** Does what one line says; a line that is no command does nothing. */
  void take(String line) {
    JsonObject command;
    List<String> parts;
    try {
      command = new JsonObject(line);
      parts =
          command.getJsonArray("parts", new JsonArray()).stream().map(Object::toString).toList();
    } catch (DecodeException | ClassCastException e) {
      return;
    }
    JsonObject answer = new JsonObject().put("event", "disturbed").put("tool", "hono-embedded");
    try {
      perform(command.getString("do", ""), parts);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      String why = e.getMessage() == null ? e.toString() : e.getMessage();
      answer.put("problem", why.lines().findFirst().orElse(e.toString()));
    }
    out.println(answer.encode());
    out.flush();
  }

  private void perform(String what, List<String> parts) throws Exception {
    if (what.equals("end") || what.equals("restart")) {
      stack.end(parts);
    }
    if (what.equals("begin") || what.equals("restart")) {
      stack.begin(parts);
    }
  }
}
