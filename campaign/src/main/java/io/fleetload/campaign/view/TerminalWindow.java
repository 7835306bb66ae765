// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.view;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The terminal at its present size. The kernel reports a change of the window by a signal. The size
 * is read again only for the next drawing, so once a second at most, even while a user drags the
 * window.
 */
public final class TerminalWindow implements Supplier<Terminal> {
  private static final String RESIZED = "WINCH";
  private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("(\\d{1,4}) (\\d{1,4})");

  private final Supplier<String> size;
  private Terminal now;
  private volatile boolean resized;

  /**
   * A window.
   *
   * @param first as it was found
   * @param size asks for rows and columns, with a blank between them
   */
  TerminalWindow(Terminal first, Supplier<String> size) {
    this.now = first;
    this.size = size;
  }

  /** The one that this process has, if it has one. */
  public static Supplier<Terminal> ofThisProcess() {
    Terminal first = Terminal.of(System.getProperties(), System.getenv());
    if (first.equals(Terminal.NONE)) {
      return () -> Terminal.NONE;
    }
    TerminalWindow window = new TerminalWindow(first, TerminalWindow::ask);
    window.listen();
    return window;
  }

  /**
   * The only way to a signal; by name, since the compiler warns of it and cannot be asked not to.
   */
  private void listen() {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object listener =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  resized();
                }
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(RESIZED), listener);
    } catch (ReflectiveOperationException e) {
      // A system without that signal: the window stays as it was found.
    }
  }

  void resized() {
    resized = true;
  }

  @Override
  public synchronized Terminal get() {
    if (resized) {
      resized = false;
      Matcher found = ROWS_AND_COLUMNS.matcher(size.get());
      if (found.matches() && Integer.parseInt(found.group(2)) > 0) {
        now =
            new Terminal(
                Integer.parseInt(found.group(2)), Integer.parseInt(found.group(1)), now.colour());
      }
    }
    return now;
  }

  private static String ask() {
    try {
      Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty")).start();
      try (BufferedReader out =
          new BufferedReader(
              new InputStreamReader(stty.getInputStream(), StandardCharsets.US_ASCII))) {
        return stty.waitFor(1, TimeUnit.SECONDS) ? String.valueOf(out.readLine()) : "";
      }
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
