// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.run;

import io.fleetload.process.UsageException;
import io.fleetload.results.run.Shard;
import io.fleetload.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The processes that the backend side of a run is.
 *
 * @param count how many; they share what the target delivers
 */
public record Backends(int count) {
  /** One process receives everything. */
  static final Backends ONE = new Backends(1);

  private static final int MOST = 100;

  /**
   * Returns the backends that the user wants.
   *
   * @param asked their number, or null
   * @param scenario the scenario with the messages to receive
   * @throws UsageException if the scenario cannot have so many
   */
  public static Backends of(Integer asked, Scenario scenario) throws UsageException {
    if (asked == null) {
      return ONE;
    }
    if (asked < 1 || asked > MOST) {
      throw new UsageException("--backends: found %s, expected 1 to %s".formatted(asked, MOST));
    }
    scenario.checkBackends(asked);
    return new Backends(asked);
  }

  public boolean areSeveral() {
    return count > 1;
  }

  /** Each of them. */
  List<Shard> all() {
    return IntStream.rangeClosed(1, count).mapToObj(number -> new Shard(number, count)).toList();
  }

  /** The name of the process of one of several. */
  static String process(Shard part) {
    return "backend-simulator-" + part.number();
  }

  /** The options of the process of one of several. */
  static List<String> options(Path run, Shard part) {
    return List.of("--backend=" + part, "--out=" + part.backendDirectory(run));
  }
}
