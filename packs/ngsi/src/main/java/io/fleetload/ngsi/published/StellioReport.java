// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.published;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.results.PublishedReport;
import io.fleetload.results.PublishedRun;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tables that Stellio published: each row is a run, the mean of three. */
public final class StellioReport implements PublishedReport {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public List<Summary> summaries(String document) {
    List<Summary> summaries = new ArrayList<>();
    for (StellioTest each : StellioTest.of(document)) {
      try {
        summaries.add(new Summary(JSON.writeValueAsString(each), Map.of()));
      } catch (JsonProcessingException e) {
        throw new UncheckedIOException(e);
      }
    }
    return summaries;
  }

  @Override
  public Optional<PublishedRun> run(
      JsonNode summary, Map<String, Double> asked, Double askedOfAll) {
    if (!summary.has("scenario") || !summary.has("perSecond") || !summary.has("p95Ms")) {
      return Optional.empty();
    }
    StellioTest test = JSON.convertValue(summary, StellioTest.class);
    return Optional.of(
        new PublishedRun(
            test.requests() / test.perSecond(),
            test.users(),
            test.users(),
            List.of(
                new PublishedRun.Flow(
                    test.flow(), null, test.requests(), null, Map.of("p95", test.p95Ms()))),
            List.of(
                "%s: a closed model of %d users; the mean of three runs, their spread is not told"
                    .formatted(test.scenario(), test.users()),
                "how long it took is requests over requests/s",
                "its times count from when a request was sent, those of a result from when it was"
                    + " due; without a time to think they are the same",
                "failed requests are not told")));
  }
}
