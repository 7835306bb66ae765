// SPDX-License-Identifier: EPL-2.0
package io.fleetload.rig;

import java.util.ArrayList;
import java.util.List;

/**
 * Has a command run on a terminal of the kernel's instead of a pipe. The window is 100 columns
 * wide, and 50 as soon as a word was printed.
 */
public final class PseudoTerminal {
  public static final int FIRST = 100;
  public static final int LATER = 50;

  private static final String PYTHON =
      """
      import fcntl, os, pty, struct, sys, termios
      word, command = sys.argv[1].encode(), sys.argv[2:]
      child, terminal = pty.fork()
      if child == 0:
          os.environ['TERM'] = 'xterm'
          os.environ.pop('NO_COLOR', None)
          os.execvp(command[0], command)
      size = lambda columns: fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
      size(%d)
      printed, resized = b'', False
      while True:
          try:
              more = os.read(terminal, 65536)
          except OSError:
              break
          if not more:
              break
          os.write(1, more)
          printed += more
          if word in printed and not resized:
              resized = True
              size(%d)
      sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
      """
          .formatted(FIRST, LATER);

  private PseudoTerminal() {}

  /** The command that runs another one so. */
  public static List<String> of(List<String> command, String word) {
    List<String> all = new ArrayList<>(List.of("python3", "-c", PYTHON, word));
    all.addAll(command);
    return all;
  }
}
