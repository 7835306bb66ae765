// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.schema;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes fields; one with its default value is left out, as protobuf 3 has it. */
final class FieldWriter {
  private static final int MOST_BUFFERED_BYTES = 1 << 10;

  /** Writes the fields of a message. */
  @FunctionalInterface
  interface Fields {
    void to(CodedOutputStream out) throws IOException;
  }

  private FieldWriter() {}

  static byte[] message(Fields fields) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CodedOutputStream out = CodedOutputStream.newInstance(bytes, MOST_BUFFERED_BYTES);
      fields.to(out);
      out.flush();
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written to", e);
    }
  }

  static void text(CodedOutputStream out, int field, String text) throws IOException {
    if (!text.isEmpty()) {
      out.writeString(field, text);
    }
  }

  static void number(CodedOutputStream out, int field, int number) throws IOException {
    if (number != 0) {
      out.writeUInt32(field, number);
    }
  }
}
