// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.store;

import io.questdb.Bootstrap;
import io.questdb.PropBootstrapConfiguration;
import io.questdb.ServerMain;
import io.questdb.cairo.TableWriter;
import io.questdb.griffin.SqlException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * QuestDB in this JVM, with one table, {@value #TABLE}: {@code phone, latitude, longitude, sent,
 * saved}. It can be read over HTTP on 127.0.0.1; all its other services are off.
 */
public final class LocationStore implements AutoCloseable {
  static final String TABLE = "locations";

  /** Symbols are kept as numbers; more phones than this work as well, only slower. */
  private static final String CREATE =
      "create table "
          + TABLE
          + " (phone symbol capacity 131072 cache, latitude long, longitude long, sent long,"
          + " saved timestamp) timestamp(saved) partition by day bypass wal";

  private final ServerMain server;
  private TableWriter writer;

  private LocationStore(ServerMain server) {
    this.server = server;
  }

  /**
   * Starts it.
   *
   * @param directory an empty one, for its files
   * @throws IOException if it does not start
   */
  public static LocationStore open(Path directory) throws IOException {
    Path settings = Files.createDirectories(directory.resolve("conf"));
    try (InputStream ours = LocationStore.class.getResourceAsStream("server.conf")) {
      Files.copy(ours, settings.resolve("server.conf"));
    }
    // Without a writer in it nothing is logged.
    Files.writeString(settings.resolve("log.conf"), "");
    try {
      return quietly(() -> start(directory));
    } catch (Exception e) {
      throw new IOException(String.valueOf(e.getMessage()).replaceAll("\\s+", " ").strip(), e);
    }
  }

  private static LocationStore start(Path directory) throws SqlException {
    PropBootstrapConfiguration configuration =
        new PropBootstrapConfiguration() {
          /** Not this process's, which may have settings for another one. */
          @Override
          public Map<String, String> getEnv() {
            return Map.of();
          }

          /** Returns whether to unpack the pages of its console. */
          @Override
          public boolean useSite() {
            return false;
          }
        };
    ServerMain server =
        new ServerMain(new Bootstrap(configuration, "-d", directory.toString(), "-n", "true"));
    try {
      server.start();
      server.getEngine().execute(CREATE);
      return new LocationStore(server);
    } catch (RuntimeException | SqlException e) {
      server.close();
      throw e;
    }
  }

  /**
   * Runs work without QuestDB's output; QuestDB writes lines to both streams that do not help a
   * reader of ours.
   */
  private static <T> T quietly(Work<T> work) throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    PrintStream nothing =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    System.setOut(nothing);
    System.setErr(nothing);
    try {
      return work.result();
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private interface Work<T> {
    T result() throws Exception;
  }

  /** Base address of {@code /exec?query=…} and {@code /exp?query=…}. */
  public String url() {
    return "http://127.0.0.1:" + server.getHttpServerPort();
  }

  /** Appends a row; from one thread only. Readers see it after {@link #commit()}. */
  void append(Row row, long saved) {
    if (writer == null) {
      writer = server.getEngine().getWriter(server.getEngine().verifyTableName(TABLE), "saver");
    }
    TableWriter.Row appended = writer.newRow(saved);
    appended.putSym(0, row.phone());
    appended.putLong(1, row.latitude());
    appended.putLong(2, row.longitude());
    appended.putLong(3, row.sent());
    appended.append();
  }

  void commit() {
    if (writer != null) {
      writer.commit();
    }
  }

  /** Gives the table back, from the thread that appended. */
  void release() {
    if (writer != null) {
      writer.close();
      writer = null;
    }
  }

  @Override
  public void close() {
    try {
      quietly(
          () -> {
            server.close();
            return null;
          });
    } catch (Exception e) {
      System.err.println("jt808-server: store: " + e.getMessage());
    }
  }
}
