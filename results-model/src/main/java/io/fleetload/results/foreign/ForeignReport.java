// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.foreign;

import java.util.Optional;

/** Reads the output of another load tool. */
@FunctionalInterface
public interface ForeignReport {
  /** The run that an output tells of; empty for any other text. */
  Optional<ForeignRun> read(String text);
}
