// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.backend;

import io.fleetload.driver.RunClock;
import io.fleetload.jt808.profile.Jt808Profile;
import io.fleetload.jt808.profile.LocationStamp;
import io.fleetload.process.TargetException;
import io.fleetload.results.book.BackendReading;
import io.fleetload.stamp.RunId;
import io.nats.client.Connection;
import io.nats.client.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table {@code locations} of a QuestDB, with the columns phone, latitude and longitude, read
 * over its HTTP server ({@code /exp}, which answers in CSV).
 */
public final class QuestDbStore implements Store {
  public static final String NAME = "QuestDB";

  private static final String BUILD = "select build()";
  private static final Pattern VERSION = Pattern.compile(NAME + " \\d[\\w.-]*");
  private static final String ALL = "select phone, latitude, longitude from locations where ";
  private static final String COUNT = "select count(*) from locations";
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(20);
  private static final int ROWS_BETWEEN = 50_000;

  /** Rows of earlier runs that are kept apart; bounds the memory. */
  private static final int MOST_BEFORE = 1_000_000;

  /** A saver that does not say when it is done is, when the table stays as it is so long. */
  private static final long QUIET_MILLIS = 2_000;

  private static final int MOST_LOOKS = 10;

  private final Jt808Profile profile;
  private final Connection connection;
  private final Counter counter;
  private final RunClock clock;
  private final HttpClient client = HttpClient.newHttpClient();
  private final String ofThisRun;

  /** Rows that look like this run's and were there before it, and how many of each. */
  private final Map<String, Integer> before = new HashMap<>();

  private QuestDbStore(
      Jt808Profile profile, Connection connection, Counter counter, RunClock clock, RunId run) {
    this.profile = profile;
    this.connection = connection;
    this.counter = counter;
    this.clock = clock;
    this.ofThisRun =
        ALL
            + new LocationStamp(profile)
                .latitudes(run).stream()
                    .map(each -> "latitude between %d and %d".formatted(each.from(), each.to()))
                    .collect(Collectors.joining(" or "));
  }

  /**
   * The store as it is now, with what earlier runs left in it.
   *
   * @param run the run of which rows will be read
   * @throws TargetException if it is not there, or has too many rows that look like this run's
   * @throws InterruptedException if the thread was interrupted
   */
  static QuestDbStore open(
      Jt808Profile profile, Connection connection, Counter counter, RunClock clock, RunId run)
      throws TargetException, InterruptedException {
    QuestDbStore store = new QuestDbStore(profile, connection, counter, clock, run);
    store.noteWhatIsThere();
    return store;
  }

  private void noteWhatIsThere() throws TargetException, InterruptedException {
    HttpResponse<Stream<String>> answer = ask(ofThisRun);
    try (Stream<String> rows = answer.body()) {
      // A saver may make the table with its first row.
      if (answer.statusCode() == 200) {
        int n = 0;
        for (Iterator<String> each = rows.skip(1).iterator(); each.hasNext(); ) {
          before.merge(each.next(), 1, Integer::sum);
          if (++n > MOST_BEFORE) {
            throw new TargetException(
                String.format(
                    Locale.ROOT,
                    "the store at %s has more than %,d rows that could be of this run; empty its"
                        + " table locations before (target.store)",
                    profile.target().store(),
                    MOST_BEFORE));
          }
        }
      }
    } catch (UncheckedIOException e) {
      throw unreachable(e.getCause());
    }
  }

  /** Returns whether a row was there before the run; each of them is passed over once. */
  private boolean wasThere(String row) {
    Integer left = before.get(row);
    if (left == null) {
      return false;
    }
    if (left == 1) {
      before.remove(row);
    } else {
      before.put(row, left - 1);
    }
    return true;
  }

  /** With its version where it says that; not every build does. */
  @Override
  public String described() {
    try (Stream<String> rows = query(BUILD)) {
      Matcher version = VERSION.matcher(rows.collect(Collectors.joining()));
      return version.find() ? version.group() : NAME;
    } catch (TargetException | UncheckedIOException e) {
      // The run says at its end what it could not read.
      return NAME;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return NAME;
    }
  }

  @Override
  public Optional<BackendReading.Behind> read(Runnable between)
      throws TargetException, InterruptedException {
    if (!saverIsDone(between)) {
      return Optional.of(
          new BackendReading.Behind("the saver of " + profile.target().store(), null));
    }
    try (Stream<String> rows = query(ofThisRun)) {
      int n = 0;
      for (Iterator<String> each = rows.skip(1).iterator(); each.hasNext(); ) {
        String row = each.next();
        if (!wasThere(row)) {
          count(row);
        }
        if (++n % ROWS_BETWEEN == 0) {
          between.run();
        }
      }
      return Optional.empty();
    } catch (UncheckedIOException e) {
      throw unreachable(e.getCause());
    }
  }

  private void count(String row) throws TargetException {
    String[] fields = row.replace("\"", "").split(",", -1);
    try {
      counter.count(fields[0], Long.parseLong(fields[1]), Long.parseLong(fields[2]));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new TargetException(
          "the store at %s answers with \"%s\" instead of phone,latitude,longitude (target.store)"
              .formatted(profile.target().store(), row));
    }
  }

  /** Returns whether all that the saver took is in the table. */
  private boolean saverIsDone(Runnable between) throws TargetException, InterruptedException {
    if (profile.target().commands() != null) {
      Message answer = connection.request("saver.flush", new byte[0], LONGEST_ANSWER);
      if (answer != null && !answer.isStatusMessage()) {
        return true;
      }
    }
    String before = "";
    for (int look = 0; look < MOST_LOOKS; look++) {
      String now = rows();
      if (now.equals(before)) {
        return true;
      }
      before = now;
      long until = clock.nanos() + QUIET_MILLIS * 1_000_000;
      while (clock.nanos() < until) {
        between.run();
        Thread.sleep(20);
      }
    }
    return false;
  }

  private String rows() throws TargetException, InterruptedException {
    try (Stream<String> rows = query(COUNT)) {
      return rows.skip(1).findFirst().orElse("");
    }
  }

  private Stream<String> query(String sql) throws TargetException, InterruptedException {
    HttpResponse<Stream<String>> answer = ask(sql);
    if (answer.statusCode() != 200) {
      answer.body().close();
      throw new TargetException(
          "the store at %s answers \"%s\" with status %d (target.store)"
              .formatted(profile.target().store(), sql, answer.statusCode()));
    }
    return answer.body();
  }

  private HttpResponse<Stream<String>> ask(String sql)
      throws TargetException, InterruptedException {
    String query = URLEncoder.encode(sql, StandardCharsets.UTF_8);
    try {
      return client.send(
          HttpRequest.newBuilder(URI.create(profile.target().store() + "/exp?query=" + query))
              .timeout(LONGEST_ANSWER)
              .build(),
          HttpResponse.BodyHandlers.ofLines());
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  private TargetException unreachable(IOException why) {
    // The client says nothing where it is not connected at all.
    String said = why.getMessage() == null ? "nothing listens there" : why.getMessage();
    return new TargetException(
        "the store at %s is not reachable: %s (target.store)"
            .formatted(profile.target().store(), said));
  }
}
