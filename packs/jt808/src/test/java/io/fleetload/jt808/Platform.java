// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;

/** A JT/T 808 platform that says what a test tells it to, byte for byte. */
public final class Platform implements AutoCloseable {
  public static final int PATIENCE_MILLIS = 120_000;

  private final ServerSocket listening;

  public Platform() throws IOException {
    listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    listening.setSoTimeout(PATIENCE_MILLIS);
  }

  public String address() {
    return "127.0.0.1:" + listening.getLocalPort();
  }

  Line accept() throws IOException {
    return new Line(listening.accept());
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }

  /** One terminal's connection. */
  public static final class Line implements AutoCloseable {
    private final Socket socket;
    private final InputStream input;

    private Line(Socket socket) throws IOException {
      this.socket = socket;
      this.input = socket.getInputStream();
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.setTcpNoDelay(true);
    }

    /** The next frame. */
    public Spoken read() throws IOException {
      if (input.read() != 0x7e) {
        throw new AssertionError("no frame begins");
      }
      ByteArrayOutputStream between = new ByteArrayOutputStream();
      for (int octet = input.read(); octet != 0x7e; octet = input.read()) {
        if (octet < 0) {
          throw new AssertionError("the connection ended in a frame");
        }
        between.write(octet);
      }
      return Spoken.read(between.toByteArray());
    }

    /** What one read of the socket brings, in hexadecimal. */
    String readOnce() throws IOException {
      byte[] room = new byte[1 << 16];
      return HexFormat.of().formatHex(room, 0, Math.max(0, input.read(room)));
    }

    boolean hasEnded() throws IOException {
      return input.read() < 0;
    }

    public void say(Spoken... frames) throws IOException {
      StringBuilder all = new StringBuilder();
      for (Spoken each : frames) {
        all.append(each.bytes());
      }
      say(all.toString());
    }

    public void say(String hex) throws IOException {
      socket.getOutputStream().write(HexFormat.of().parseHex(hex));
    }

    /** Lets the terminal in, with that code. */
    void admit(String codeInHex) throws IOException {
      Spoken registration = read();
      String serial = "%04x".formatted(registration.serial());
      say(registration.answer(0x8100, serial + "00" + codeInHex));
      say(read().acknowledged(0));
    }

    /** Resets the connection. */
    public void cut() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
