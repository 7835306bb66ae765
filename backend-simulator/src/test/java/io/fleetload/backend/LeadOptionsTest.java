package io.fleetload.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.Carriers;
import io.fleetload.process.UsageException;
import io.fleetload.profile.Run;
import io.fleetload.profile.Span;
import io.fleetload.results.Tenants;
import io.fleetload.stamp.RunId;
import org.junit.jupiter.api.Test;

class LeadOptionsTest {
  private static final Carriers FIFTY = new Carriers(Tenants.one("t"), 50, 50);
  private static final Run LED = new Run("test", null, "kafka", null);
  private static final Run MEETING = new Run("test", null, "meet", null);

  private static void refused(Integer shards, Run run, String runId, Span longest, String line) {
    assertThatThrownBy(
            () ->
                new LeadOptions(shards)
                    .check(run, FIFTY, runId == null ? null : RunId.parse(runId), longest))
        .isInstanceOf(UsageException.class)
        .hasMessage(line);
  }

  @Test
  void shardsThatCannotBeLedAreOneLine() throws Exception {
    for (int count : new int[] {0, 51}) {
      refused(
          count,
          LED,
          "1f",
          null,
          "--shards: found "
              + count
              + ", expected 1 to 50, as there are so many devices (devices.count)");
    }
    refused(
        5,
        LED,
        null,
        null,
        "--shards: the shards of a run are known by its id; give the backend, and all of them, the"
            + " same --run-id");
    refused(
        5,
        LED,
        "1f",
        Span.parse("5m"),
        "--for: the run ends with its shards; leave out --for or --shards");
    new LeadOptions(50).check(LED, FIFTY, RunId.parse("1f"), null);
  }

  @Test
  void shardsThatMeetInADirectoryHaveClocksButAreNotLed() throws Exception {
    LeadOptions five = new LeadOptions(5);
    five.check(MEETING, FIFTY, null, Span.parse("5m"));
    assertThat(five.areLed(MEETING)).isFalse();
    assertThat(five.areLed(LED)).isTrue();
  }

  @Test
  void withoutShardsNothingIsLedWhateverTheProfileSays() throws Exception {
    LeadOptions none = new LeadOptions(null);
    none.check(LED, FIFTY, null, Span.parse("5m"));
    none.check(MEETING, FIFTY, null, null);
    assertThat(none.areLed(LED)).isFalse();
  }
}
