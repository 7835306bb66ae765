// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/**
 * The output of a command that runs in the tests' own process, and its input, which a test can end.
 * Several threads may run one each: a thread has its own output, and so have the threads that it
 * starts meanwhile.
 */
public final class OwnOutput implements AutoCloseable {
  private static final InheritableThreadLocal<OwnOutput> OF_THREAD = new InheritableThreadLocal<>();

  /** A command lets a thread that dies end its process, which would be that of all tests. */
  private static final Thread.UncaughtExceptionHandler OF_TESTS =
      Thread.getDefaultUncaughtExceptionHandler();

  static {
    System.setOut(new PrintStream(new Switch(System.out, own -> own.out), true, UTF_8));
    System.setIn(new Ended());
    System.setErr(new PrintStream(new Switch(System.err, own -> own.err), true, UTF_8));
  }

  private final Watched out = new Watched();
  private final CountDownLatch inputEnds = new CountDownLatch(1);
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private OwnOutput() {}

  /** Takes the output of the calling thread, from now until it is closed. */
  public static OwnOutput begin() {
    OwnOutput own = new OwnOutput();
    OF_THREAD.set(own);
    return own;
  }

  /** Does something once, as soon as the standard output has a text. */
  public void once(String text, Runnable action) {
    out.text = text;
    out.action = action;
  }

  /** Ends the standard input, as who started a program does that is to end. */
  public void endInput() {
    inputEnds.countDown();
  }

  /** The standard output so far. */
  public String out() {
    return out.toString(UTF_8);
  }

  /** The standard error so far. */
  public String err() {
    return err.toString(UTF_8);
  }

  @Override
  public void close() {
    OF_THREAD.remove();
    Thread.setDefaultUncaughtExceptionHandler(OF_TESTS);
  }

  /** An input that has no bytes and ends when the thread's own does; of others at once. */
  private static final class Ended extends InputStream {
    @Override
    public int read() throws IOException {
      OwnOutput own = OF_THREAD.get();
      try {
        if (own != null) {
          own.inputEnds.await();
        }
        return -1;
      } catch (InterruptedException e) {
        throw new ClosedByInterruptException();
      }
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      return read();
    }
  }

  /** A stream that runs an action once a text is written. */
  private static final class Watched extends ByteArrayOutputStream {
    private String text = "";
    private Runnable action;

    @Override
    public synchronized void flush() {
      if (action != null && toString(UTF_8).contains(text)) {
        Runnable once = action;
        action = null;
        once.run();
      }
    }
  }

  /** A stream of the process that leads to the thread's own, where it has one. */
  private static final class Switch extends OutputStream {
    private final OutputStream process;
    private final Function<OwnOutput, OutputStream> which;

    Switch(OutputStream process, Function<OwnOutput, OutputStream> which) {
      this.process = process;
      this.which = which;
    }

    private OutputStream target() {
      OwnOutput own = OF_THREAD.get();
      return own == null ? process : which.apply(own);
    }

    @Override
    public void write(int one) throws IOException {
      target().write(one);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      target().write(bytes, from, count);
    }

    @Override
    public void flush() throws IOException {
      target().flush();
    }
  }
}
