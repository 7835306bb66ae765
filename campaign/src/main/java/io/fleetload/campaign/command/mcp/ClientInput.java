// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.process.StopSignal;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The input of this process, which its client ends. The protocol's library stops reading after a
 * line that is no message, and would not see the end; so lines are read here and handed on.
 */
final class ClientInput {
  private static final int BUFFER = 65_536;

  /** A longer line is not read to its end. */
  private static final int LONGEST_LINE = 8_000_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final byte[] NO_MESSAGE =
      "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"the line is no message\"}}\n"
          .getBytes(StandardCharsets.UTF_8);

  private final InputStream input;
  private final OutputStream answers;
  private final StopSignal stop;

  /**
   * Not read yet.
   *
   * @param answers where the answer to a line goes that is no message
   * @param stop is stopped by the end of the input
   */
  ClientInput(InputStream input, OutputStream answers, StopSignal stop) {
    this.input = new BufferedInputStream(input, BUFFER);
    this.answers = answers;
    this.stop = stop;
  }

  /** Begins to read, and returns what the library reads. */
  InputStream open() throws IOException {
    PipedInputStream handed = new PipedInputStream(BUFFER);
    PipedOutputStream pipe = new PipedOutputStream(handed);
    Thread reader = new Thread(() -> handOn(pipe), "client-input");
    reader.setDaemon(true);
    reader.start();
    return handed;
  }

  private void handOn(OutputStream pipe) {
    try (pipe) {
      for (byte[] line = line(); line != null; line = line()) {
        if (isMessage(line)) {
          pipe.write(line);
          pipe.write('\n');
          pipe.flush();
        } else if (line.length > 0) {
          synchronized (answers) {
            answers.write(NO_MESSAGE);
            answers.flush();
          }
        }
      }
    } catch (IOException e) {
      // The client or the library has ended: there is nothing to read for.
    } finally {
      stop.stop(StopSignal.Why.INPUT_CLOSED);
    }
  }

  /** The next line; null at the end. */
  private byte[] line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int each = input.read();
    while (each >= 0 && each != '\n' && line.size() < LONGEST_LINE) {
      line.write(each);
      each = input.read();
    }
    return each == '\n' ? line.toByteArray() : null;
  }

  private static boolean isMessage(byte[] line) {
    try {
      JsonNode message = JSON.readTree(line);
      return message.path("method").isTextual()
          || (message.has("id") && (message.has("result") || message.has("error")));
    } catch (IOException e) {
      return false;
    }
  }
}
