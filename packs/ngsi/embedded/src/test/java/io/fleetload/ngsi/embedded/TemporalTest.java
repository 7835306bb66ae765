// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.ngsi.embedded.fault.Faults;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemporalTest {
  private static final String TEMPORAL = "/ngsi-ld/v1/temporal/entities";
  private static final String PROBE = TEMPORAL + "/urn:ngsi-ld:Probe:1";
  private static final String AFTER = "?timerel=after&timeAt=2023-01-01T00:00:00Z";

  private final MovingClock clock = new MovingClock();
  private BrokerInTest broker;

  @BeforeEach
  void start() throws Exception {
    broker = new BrokerInTest(Faults.NONE, clock);
  }

  @AfterEach
  void end() {
    broker.close();
  }

  /** Four values a minute apart, from 10:00:30. */
  private void history() throws Exception {
    broker.post(
        TEMPORAL,
        "{'id':'urn:ngsi-ld:Probe:1','type':'Probe','n':[%s,%s,%s,%s],'name':[{'value':'x'}]}"
            .formatted(at(2, "10:00:30"), at(4, "10:01:30"), at(4, "10:02:30"), at(6, "10:03:30")));
  }

  private static String at(double value, String time) {
    return "{'type':'Property','value':%s,'observedAt':'2026-11-22T%sZ'}".formatted(value, time);
  }

  @ParameterizedTest
  @CsvSource({
    "totalCount, 4",
    "distinctCount, 3",
    "sum, 16.0",
    "avg, 4.0",
    "min, 2.0",
    "max, 6.0",
    "stddev, 1.4142135623730951",
    "sumsq, 72.0"
  })
  void eachMethodMakesAFigureOfAPeriod(String method, String figure) throws Exception {
    history();
    assertThat(aggregated(method, "PT1H"))
        .contains(
            json("'type':'Probe','n':{'type':'Property','%s':[[%s,".formatted(method, figure)))
        .endsWith(json(",'2026-11-22T10:00:00.000000Z','2026-11-22T11:00:00.000000Z']]}}"));
  }

  @Test
  void everyPeriodHasItsFigureAndEmptyOnesDoNotShow() throws Exception {
    history();
    broker.post(PROBE + "/attrs", "{'n':[" + at(100, "10:10:30") + "]}");
    assertThat(aggregated("max,totalCount", "PT2M"))
        .isEqualTo(
            json(
                "{'id':'urn:ngsi-ld:Probe:1','type':'Probe','n':{'type':'Property','max':"
                    + "[[4.0,'2026-11-22T10:00:00.000000Z','2026-11-22T10:02:00.000000Z'],"
                    + "[6.0,'2026-11-22T10:02:00.000000Z','2026-11-22T10:04:00.000000Z'],"
                    + "[100.0,'2026-11-22T10:10:00.000000Z','2026-11-22T10:12:00.000000Z']],"
                    + "'totalCount':"
                    + "[[2,'2026-11-22T10:00:00.000000Z','2026-11-22T10:02:00.000000Z'],"
                    + "[2,'2026-11-22T10:02:00.000000Z','2026-11-22T10:04:00.000000Z'],"
                    + "[1,'2026-11-22T10:10:00.000000Z','2026-11-22T10:12:00.000000Z']]}}"));
  }

  @Test
  void aValueOnABorderCountsInBothPeriodsAsOnScorpio() throws Exception {
    broker.post(
        TEMPORAL,
        "{'id':'urn:ngsi-ld:Probe:1','type':'Probe','n':["
            + "{'value':8.9,'observedAt':'2023-04-01T10:00:00Z'}]}");
    assertThat(aggregated("avg", "PT1H"))
        .contains(
            json(
                "'avg':[[8.9,'2023-04-01T09:00:00.000000Z','2023-04-01T10:00:00.000000Z'],"
                    + "[8.9,'2023-04-01T10:00:00.000000Z','2023-04-01T11:00:00.000000Z']]"));
  }

  @Test
  void withoutALengthThereIsOnePeriod() throws Exception {
    history();
    assertThat(aggregated("totalCount", ""))
        .contains(json("[[4,'2026-11-22T10:00:30.000000Z','2026-11-22T10:03:30.000000Z']]"));
  }

  private String aggregated(String methods, String period) throws Exception {
    return broker
        .get(
            PROBE
                + AFTER
                + "&options=aggregatedValues&aggrMethods="
                + methods
                + "&aggrPeriodDuration="
                + period)
        .body();
  }

  @Test
  void valuesAreOfTheTimeThatIsAskedFor() throws Exception {
    history();
    String between = "?timerel=between&timeAt=2026-11-22T10:01:00Z&endTimeAt=2026-11-22T10:02:00Z";
    assertThat(broker.get(PROBE + between + "&options=temporalValues").body())
        .isEqualTo(values("[4.0,'2026-11-22T10:01:30.000000Z']"));
    String before = "?timerel=before&timeAt=2026-11-22T10:01:00Z";
    assertThat(broker.get(PROBE + before + "&options=temporalValues").body())
        .isEqualTo(values("[2.0,'2026-11-22T10:00:30.000000Z']"));
    assertThat(broker.get(PROBE + AFTER + "&options=temporalValues&lastN=1").body())
        .isEqualTo(values("[6.0,'2026-11-22T10:03:30.000000Z']"));
    assertThat(broker.get(PROBE + "?options=temporalValues&attrs=name").body())
        .contains(json("'name':{'type':'Property','values':[['x','']]}"));
  }

  private static String values(String pairs) {
    return json(
        "{'id':'urn:ngsi-ld:Probe:1','type':'Probe','n':{'type':'Property','values':[%s]}}"
            .formatted(pairs));
  }

  @Test
  void updatesMakeHistoryOfFiftyInstancesAndTheLastOnesAreAskedFor() throws Exception {
    String entity = "/ngsi-ld/v1/entities";
    broker.post(entity, "{'id':'urn:ngsi-ld:Probe:1','type':'Probe','n':{'value':0}}");
    for (int i = 1; i < 60; i++) {
      broker.patch(entity + "/urn:ngsi-ld:Probe:1/attrs/n", "{'value':" + i + "}");
    }
    assertThat(broker.get(PROBE).body().split("\"value\"")).hasSize(50 + 1);
    assertThat(broker.get(PROBE + "?lastN=2").body())
        .isEqualTo(
            json(
                "{'id':'urn:ngsi-ld:Probe:1','type':'Probe','n':[{'value':58,'type':'Property'},"
                    + "{'value':59,'type':'Property'}]}"));
    String created = "&timeproperty=createdAt&options=temporalValues&lastN=1";
    assertThat(broker.get(PROBE + AFTER + created).body())
        .isEqualTo(values("[59,'2026-11-22T10:00:00.000000Z']"));
  }

  @Test
  void historyShowsWhenItsTimeHasCome() throws Exception {
    try (BrokerInTest late = new BrokerInTest(new Faults(0, 0, 0, 0, 0, 0, 2_000), clock)) {
      String body = "{'id':'urn:ngsi-ld:Probe:1','type':'Probe','n':{'value':0}}";
      late.post("/ngsi-ld/v1/entities", body);
      clock.pass(Duration.ofMillis(1_999));
      assertThat(late.get(PROBE).statusCode()).isEqualTo(404);
      assertThat(late.get(TEMPORAL + "?type=Probe").body()).isEqualTo("[]");
      clock.pass(Duration.ofMillis(1));
      assertThat(late.get(PROBE).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void historiesAreQueriedByTypeAndDeleted() throws Exception {
    history();
    broker.post(TEMPORAL, "{'id':'urn:a:2','type':'Other','n':[" + at(1, "10:00:00") + "]}");
    HttpResponse<String> found =
        broker.get(TEMPORAL + AFTER + "&type=Probe&attrs=n&options=temporalValues&count=true");
    assertThat(found.body()).contains("Probe:1").doesNotContain("urn:a:2");
    assertThat(found.headers().firstValue("NGSILD-Results-Count")).contains("1");
    assertThat(broker.delete(PROBE).statusCode()).isEqualTo(204);
    assertThat(broker.get(PROBE).statusCode()).isEqualTo(404);
    assertThat(broker.delete(PROBE).statusCode()).isEqualTo(404);
  }

  @Test
  void severalDatasetsAreApart() throws Exception {
    broker.post(
        TEMPORAL,
        "{'id':'urn:ngsi-ld:Probe:1','type':'Probe','n':["
            + "{'value':1,'observedAt':'2023-04-01T10:00:00Z','datasetId':'urn:d:a'},"
            + "{'value':2,'observedAt':'2023-04-01T10:00:00Z','datasetId':'urn:d:b'}]}");
    assertThat(broker.get(PROBE + AFTER + "&options=temporalValues").body())
        .contains(
            json(
                "'n':[{'type':'Property','datasetId':'urn:d:a','values':"
                    + "[[1,'2023-04-01T10:00:00.000000Z']]},"
                    + "{'type':'Property','datasetId':'urn:d:b','values':"
                    + "[[2,'2023-04-01T10:00:00.000000Z']]}]"));
  }

  @ParameterizedTest
  @CsvSource({
    "?timerel=while, 'timerel: after, before or between'",
    "?timerel=after, 'timeAt: a time such as 2023-01-01T00:00:00Z'",
    "?options=aggregatedValues, 'aggrMethods: needed with aggregatedValues'",
    "?options=aggregatedValues&aggrMethods=median, 'aggrMethods: median'",
    "?options=aggregatedValues&aggrMethods=sum&aggrPeriodDuration=1h, 'aggrPeriodDuration: 1h'",
    "?timeproperty=seenAt, 'timeproperty: seenAt'"
  })
  void aWrongParameterIsNamed(String parameters, String complaint) throws Exception {
    history();
    HttpResponse<String> answer = broker.get(PROBE + parameters);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains(complaint);
  }

  private static String json(String apostrophes) {
    return apostrophes.replace('\'', '"');
  }
}
