// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the runs of a published report, so that ours can be compared with them. */
public interface PublishedReport {
  /**
   * A run's summary in a document.
   *
   * @param json the summary
   * @param asked the rates that the document says were asked for, msg/s by flow
   */
  record Summary(String json, Map<String, Double> asked) {}

  /** The summaries in a document, in their order. */
  List<Summary> summaries(String document);

  /**
   * The run that a summary tells of; empty for other JSON.
   *
   * @param asked the rates that were asked for, msg/s by flow, as far as they are known
   * @param askedOfAll the rate of all other flows; null if it is not known
   */
  Optional<PublishedRun> run(JsonNode summary, Map<String, Double> asked, Double askedOfAll);
}
