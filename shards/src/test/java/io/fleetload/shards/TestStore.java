// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.shards.kafka.TopicsInMemory;
import io.fleetload.shards.log.DirectoryStore;
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

  /** What becomes of an entry on its way; null where it is lost. */
  UnaryOperator<String> way = UnaryOperator.identity();

  private final LogStore store;

  private TestStore(LogStore store) {
    this.store = store;
  }

  @Override
  public SharedLog open(String name) throws UsageException, TargetException {
    open++;
    return new Disturbed(store.open(name));
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
    public void append(String entry) throws TargetException {
      String arrives = way.apply(entry);
      written.add(entry);
      if (arrives != null) {
        log.append(arrives);
      }
    }

    @Override
    public List<String> read() throws TargetException {
      return slow ? List.of() : log.read();
    }

    @Override
    public void skip() throws TargetException {
      log.skip();
    }

    @Override
    public void close() {
      open--;
      log.close();
    }
  }
}
