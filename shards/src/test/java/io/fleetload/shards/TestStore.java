// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.shards.kafka.TopicsInMemory;
import io.fleetload.shards.log.DirectoryStore;
import io.fleetload.shards.log.LogPlace;
import io.fleetload.shards.log.LogStore;
import io.fleetload.shards.log.SharedLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** A store of which a test sees what is written and which it can disturb. */
final class TestStore implements LogStore {
  /** Each store of the product. */
  enum Of {
    DIRECTORY,
    KAFKA;

    TestStore in(Path directory) {
      return new TestStore(
          this == DIRECTORY ? new DirectoryStore(directory) : new TopicsInMemory());
    }
  }

  final List<String> written = new ArrayList<>();
  int open;
  boolean slow;

  /** How many appends fail from now on. */
  int faults;

  /** How many entries all readers together have read. */
  long read;

  /** What becomes of an entry on its way; null where it is lost. */
  UnaryOperator<String> way = UnaryOperator.identity();

  private final LogStore store;

  private TestStore(LogStore store) {
    this.store = store;
  }

  @Override
  public SharedLog open(String name, int writers) throws UsageException, TargetException {
    open++;
    return new Disturbed(store.open(name, writers));
  }

  private final class Disturbed implements SharedLog {
    private final SharedLog log;

    private Disturbed(SharedLog log) {
      this.log = log;
    }

    @Override
    public String name() {
      return "the log";
    }

    @Override
    public LogPlace append(int writer, String entry) throws TargetException {
      if (faults > 0) {
        faults--;
        throw new TargetException("it does not answer");
      }
      String arrives = way.apply(entry);
      written.add(entry);
      return arrives == null ? new LogPlace(0, Long.MAX_VALUE) : log.append(writer, arrives);
    }

    @Override
    public List<String> read() throws TargetException {
      List<String> entries = slow ? List.of() : log.read();
      read += entries.size();
      return entries;
    }

    @Override
    public boolean isBehind() throws TargetException {
      return log.isBehind();
    }

    @Override
    public List<Long> reached() {
      return log.reached();
    }

    @Override
    public boolean last(int entries) throws TargetException {
      return log.last(entries);
    }

    @Override
    public void close() {
      open--;
      log.close();
    }
  }
}
