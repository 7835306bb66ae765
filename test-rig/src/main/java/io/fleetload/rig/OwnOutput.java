// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Function;

/**
 * What a command prints that runs in the tests' own process. Several threads may run one each: what
 * a thread prints is its own, and so is what the threads print that it starts meanwhile.
 */
public final class OwnOutput implements AutoCloseable {
  private static final InheritableThreadLocal<OwnOutput> OF_THREAD = new InheritableThreadLocal<>();

  /** A command lets a thread that dies end its process, which would be that of all tests. */
  private static final Thread.UncaughtExceptionHandler OF_TESTS =
      Thread.getDefaultUncaughtExceptionHandler();

  static {
    System.setOut(new PrintStream(new Switch(System.out, own -> own.out), true, UTF_8));
    System.setErr(new PrintStream(new Switch(System.err, own -> own.err), true, UTF_8));
  }

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private OwnOutput() {}

  /** That of the calling thread, from now until it is closed. */
  public static OwnOutput begin() {
    OwnOutput own = new OwnOutput();
    OF_THREAD.set(own);
    return own;
  }

  /** What went to the standard output so far. */
  public String out() {
    return out.toString(UTF_8);
  }

  /** What went to the standard error so far. */
  public String err() {
    return err.toString(UTF_8);
  }

  @Override
  public void close() {
    OF_THREAD.remove();
    Thread.setDefaultUncaughtExceptionHandler(OF_TESTS);
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
