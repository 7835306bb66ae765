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
    return read(summary).map(StellioReport::run);
  }

  private static Optional<StellioTest> read(JsonNode summary) {
    try {
      return Optional.ofNullable(JSON.convertValue(summary, StellioTest.class))
          .filter(each -> each.isKnown() && each.perSecond() > 0);
    } catch (IllegalArgumentException e) {
      // The JSON is of something else.
      return Optional.empty();
    }
  }

  private static PublishedRun run(StellioTest test) {
    return new PublishedRun(
        test.requests() / test.perSecond(),
        test.users(),
        test.users(),
        List.of(
            new PublishedRun.PublishedFlow(
                test.flow(), null, test.requests(), null, Map.of("p95", test.p95Ms()))),
        List.of(
            "%s: a closed model of %d users; the mean of three runs, their spread is not given"
                .formatted(test.scenario(), test.users()),
            "how long it took is requests over requests/s",
            "its times count from when a request was sent, those of a result from when it was"
                + " due; without a time to think they are the same",
            "failed requests are not given"));
  }
}
