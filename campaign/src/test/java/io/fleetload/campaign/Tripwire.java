package io.fleetload.campaign;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Carries connections to a server of this machine and does something as soon as so many bytes went
 * there: an event in the midst of somebody's work, wherever that is and however fast it goes.
 */
final class Tripwire implements AutoCloseable {
  private final ServerSocket entry = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> ends = new CopyOnWriteArrayList<>();
  private final AtomicInteger left;
  private final int port;
  private final Runnable then;

  Tripwire(int port, int bytes, Runnable then) throws IOException {
    this.port = port;
    this.left = new AtomicInteger(bytes);
    this.then = then;
    start(this::accept);
  }

  int port() {
    return entry.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = entry.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        ends.add(client);
        ends.add(server);
        start(() -> carry(client, server, true));
        start(() -> carry(server, client, false));
      }
    } catch (IOException e) {
      close();
    }
  }

  private void carry(Socket from, Socket to, boolean counted) {
    byte[] buffer = new byte[8_192];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (counted) {
          int now = left.addAndGet(-read);
          if (now <= 0 && now + read > 0) {
            then.run();
          }
        }
        out.write(buffer, 0, read);
      }
    } catch (IOException e) {
      // One end is gone, and so is the other.
    }
  }

  @Override
  public void close() {
    try {
      entry.close();
      for (Socket each : ends) {
        each.close();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "tripwire");
    thread.setDaemon(true);
    thread.start();
  }
}
