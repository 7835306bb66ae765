// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Hands messages to gRPC and takes them from it as the bytes that they are on the wire. */
final class MessageBytes implements MethodDescriptor.Marshaller<byte[]> {

  @Override
  public InputStream stream(byte[] message) {
    return new Whole(message);
  }

  @Override
  public byte[] parse(InputStream message) {
    try {
      return message.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("a message that was received whole cannot be read", e);
    }
  }

  /** A message that is written in one piece. */
  private static final class Whole extends ByteArrayInputStream implements KnownLength, Drainable {
    Whole(byte[] message) {
      super(message);
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
      int length = count - pos;
      target.write(buf, pos, length);
      pos = count;
      return length;
    }
  }
}
