// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards.log;

import io.fleetload.process.UsageException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Logs in a directory that all processes of a run see.
 *
 * @param directory of this one run
 */
public record DirectoryStore(Path directory) implements LogStore {
  /** Largest number of orders of a log: a reader looks for the next entry of each. */
  private static final int MOST_ORDERS = 64;

  @Override
  public SharedLog open(String name, int writers) throws UsageException {
    Path log = directory.resolve(name);
    try {
      Files.createDirectories(log);
      if (!Files.isWritable(log)) {
        throw new AccessDeniedException(log.toString());
      }
      return new DirectoryLog(log, Math.min(writers, MOST_ORDERS));
    } catch (IOException e) {
      throw new UsageException(
          "coordination.directory: cannot write to %s (%s); give a directory that all shards can"
                  .formatted(log, DirectoryLog.reason(e))
              + " write to");
    }
  }
}
