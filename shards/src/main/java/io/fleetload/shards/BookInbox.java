package io.fleetload.shards;

import io.fleetload.results.DeviceBook;
import io.fleetload.results.Shard;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;

/**
 * Takes the shards' books out of their log and puts each into its directory, part by part; it holds
 * none of them. A book whose parts do not add up to what its end says is none.
 */
final class BookInbox {
  private static final String ARRIVING = DeviceBook.FILE + ".gz";

  private final Function<Shard, Path> directories;
  private final Map<Integer, Arrival> arrivals = new HashMap<>();

  /** Into the directories of the shards, which need not be there. */
  BookInbox(Function<Shard, Path> directories) {
    this.directories = directories;
  }

  /** How far a book is. */
  private static final class Arrival {
    private final MessageDigest digest = Sha256.digest();
    private long parts;
    private long bytes;
    private String fault;
    private boolean whole;
  }

  /**
   * Takes an entry.
   *
   * @return whether a book ended with it, whole or not
   * @throws IOException if it cannot be written
   */
  boolean saw(BookKey key, byte[] value) throws IOException {
    Arrival arrival = arrivals.computeIfAbsent(key.shard().number(), number -> new Arrival());
    Path directory = directories.apply(key.shard());
    Files.createDirectories(directory);
    Path file = directory.resolve(ARRIVING);
    if (key.end() != null) {
      end(arrival, key, file);
      return true;
    }
    if (arrival.whole || arrival.fault != null) {
      return false;
    }
    if (key.part() != arrival.parts) {
      arrival.fault = "part %d of its book did not come".formatted(arrival.parts);
      return false;
    }
    try (OutputStream out =
        Files.newOutputStream(
            file,
            StandardOpenOption.CREATE,
            arrival.parts == 0 ? StandardOpenOption.TRUNCATE_EXISTING : StandardOpenOption.APPEND,
            StandardOpenOption.WRITE)) {
      out.write(value);
    }
    arrival.digest.update(value);
    arrival.parts++;
    arrival.bytes += value.length;
    return false;
  }

  private static void end(Arrival arrival, BookKey key, Path file) throws IOException {
    if (arrival.whole || arrival.fault != null) {
      return;
    }
    if (arrival.parts != key.part() || arrival.bytes != key.end().bytes()) {
      arrival.fault =
          "%d of %d parts of its book came, %d of %d bytes"
              .formatted(arrival.parts, key.part(), arrival.bytes, key.end().bytes());
      return;
    }
    if (!HexFormat.of().formatHex(arrival.digest.digest()).equals(key.end().sha256())) {
      arrival.fault = "its book was damaged on the way";
      return;
    }
    Path fresh = file.resolveSibling(DeviceBook.FILE + ".part");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file), 1 << 16)) {
      Files.copy(in, fresh, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.move(
        fresh,
        file.resolveSibling(DeviceBook.FILE),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    Files.delete(file);
    arrival.whole = true;
  }

  /** What is wrong with a shard's book, in words; null where it is there and whole. */
  String fault(Shard shard) {
    Arrival arrival = arrivals.get(shard.number());
    if (arrival == null) {
      return "";
    }
    return arrival.whole ? null : arrival.fault != null ? arrival.fault : "its book broke off";
  }
}
