// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body.data;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The text of a file of data: UTF-8, with a byte order mark in front or without. */
final class DataText {
  private static final int BLOCK = 1 << 13;

  private DataText() {}

  /**
   * Opens a file. Reading it fails with a {@link java.nio.charset.CharacterCodingException} where
   * it is no UTF-8.
   *
   * @throws DataException if its first bytes are those of UTF-16
   */
  static BufferedReader of(Path file) throws IOException, DataException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
    bytes.mark(3);
    int first = bytes.read();
    int second = bytes.read();
    int third = bytes.read();
    if ((first == 0xfe && second == 0xff)
        || (first == 0xff && second == 0xfe)
        || first == 0
        || second == 0) {
      bytes.close();
      throw new DataException("save it as UTF-8; it is UTF-16");
    }
    if (first != 0xef || second != 0xbb || third != 0xbf) {
      bytes.reset();
    }
    // A decoder that is made for it reports what is no UTF-8; a charset's name replaces it.
    return new BufferedReader(
        new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder()), BLOCK);
  }

  /** Names the first line that is no UTF-8. */
  static DataException notUtf8(Path file) {
    String where = "a line of it";
    try {
      where = "line " + lineThatIsNotUtf8(file);
    } catch (IOException e) {
      // It was there when it was read, and is not any more.
    }
    return new DataException("%s: save it as UTF-8; %s is not".formatted(file, where));
  }

  private static long lineThatIsNotUtf8(Path file) throws IOException {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer bytes = ByteBuffer.allocate(BLOCK);
    CharBuffer characters = CharBuffer.allocate(BLOCK);
    long line = 1;
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      boolean ended;
      CoderResult result;
      do {
        ended = channel.read(bytes) < 0;
        bytes.flip();
        result = decoder.decode(bytes, characters, ended);
        bytes.compact();
        characters.flip();
        line += characters.chars().filter(each -> each == '\n').count();
        characters.clear();
      } while (!ended && !result.isError());
    }
    return line;
  }
}
