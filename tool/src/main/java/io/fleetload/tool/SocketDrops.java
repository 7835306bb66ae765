// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Number of datagrams that the UDP sockets of one process threw away, nearly always because the
 * process did not empty a socket's receive buffer in time. Linux lists the sockets of a whole
 * network namespace with their drops ({@code /proc/PID/net/udp}, {@code udp6}); the process's open
 * files say which of them are its own. On other systems nothing is known. Not thread-safe.
 */
public final class SocketDrops {
  private static final String SOCKET = "socket:[";
  private static final int INODE = 9;
  private static final int DROPS = 12;

  private final Path process;
  private Map<String, Long> atBegin;

  /**
   * The sockets of a process.
   *
   * @param proc where Linux says what its processes do: {@code /proc}
   */
  public SocketDrops(Path proc, long pid) {
    this.process = proc.resolve(Long.toString(pid));
  }

  /** The sockets of the process that asks. */
  public static SocketDrops ofThisProcess() {
    return new SocketDrops(Path.of("/proc"), ProcessHandle.current().pid());
  }

  /**
   * Begins to count; earlier drops are left out. With ten thousands of sockets it takes a while.
   */
  public void begin() {
    atBegin = now();
  }

  /**
   * Returns the datagrams dropped since the beginning by the sockets that are open now. Sockets
   * that were closed in between are not known. Empty if there was no beginning or this is no Linux.
   */
  public OptionalLong since() {
    Map<String, Long> now = atBegin == null ? null : now();
    if (now == null) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        now.entrySet().stream()
            .mapToLong(each -> each.getValue() - atBegin.getOrDefault(each.getKey(), 0L))
            .filter(drops -> drops > 0)
            .sum());
  }

  /**
   * Returns the drops of each socket of this process by its inode, or null if they are not known.
   */
  private Map<String, Long> now() {
    try {
      Set<String> own = sockets();
      Map<String, Long> drops = new HashMap<>();
      read("udp", own, drops);
      if (Files.exists(process.resolve("net").resolve("udp6"))) {
        read("udp6", own, drops);
      }
      return drops;
    } catch (IOException | UncheckedIOException e) {
      // It has ended, is another user's, or this is no Linux.
      return null;
    }
  }

  private Set<String> sockets() throws IOException {
    Set<String> inodes = new HashSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path file : files) {
        String target = target(file);
        if (target.startsWith(SOCKET)) {
          inodes.add(target.substring(SOCKET.length(), target.length() - 1));
        }
      }
    }
    return inodes;
  }

  /** Returns the target of an open file, or an empty text if it was closed just now. */
  private static String target(Path file) {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (IOException e) {
      return "";
    }
  }

  private void read(String table, Set<String> own, Map<String, Long> drops) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(process.resolve("net").resolve(table))) {
      String line;
      while ((line = lines.readLine()) != null) {
        String[] fields = line.trim().split("\\s+");
        if (fields.length > DROPS && own.contains(fields[INODE])) {
          drops.put(fields[INODE], Long.parseLong(fields[DROPS]));
        }
      }
    }
  }
}
