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
  @Override
  public SharedLog open(String name) throws UsageException {
    Path log = directory.resolve(name);
    try {
      Files.createDirectories(log);
      if (!Files.isWritable(log)) {
        throw new AccessDeniedException(log.toString());
      }
      return new DirectoryLog(log);
    } catch (IOException e) {
      throw new UsageException(
          "coordination.directory: cannot write to %s (%s); give a directory that all shards can"
                  .formatted(log, DirectoryLog.reason(e))
              + " write to");
    }
  }
}
