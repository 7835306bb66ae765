// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fleetload.driver.BackendDriver;
import io.fleetload.jt808.Backend;
import io.fleetload.jt808.NatsProgram;
import io.fleetload.jt808.Platform;
import io.fleetload.process.TargetException;
import io.fleetload.rig.Golden;
import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JetStreamStoreTest {
  private static final Duration PATIENCE = Duration.ofMillis(Platform.PATIENCE_MILLIS);

  @TempDir Path directory;
  private NatsProgram nats;
  private Connection platform;
  private JetStreamManagement streams;
  private Backend backend;

  @BeforeEach
  void start() throws Exception {
    nats = NatsProgram.start("-js", "-sd", directory.toString());
    platform = nats.client();
    streams = platform.jetStreamManagement();
    backend = new Backend(nats.url(), ", store: jetstream");
  }

  @AfterEach
  void stop() {
    if (nats != null) {
      nats.close();
    }
  }

  private void publish(int from, int to) throws Exception {
    for (int n = from; n < to; n++) {
      platform.publish("0x0200", backend.published("location", n));
    }
    platform.flush(PATIENCE);
  }

  private void makeStream(String name, String... subjects) throws Exception {
    streams.addStream(
        StreamConfiguration.builder()
            .name(name)
            .subjects(subjects)
            .storageType(StorageType.Memory)
            .build());
  }

  private long stored() {
    return backend.book.all.stream().filter(each -> each.startsWith("stored location")).count();
  }

  /** As a run leaves it that is killed, and as long as it goes on. */
  private void makeStreamOfRun(String name) throws Exception {
    streams.addStream(
        StreamConfiguration.builder()
            .name(name)
            .description("made for one run, which deletes it")
            .subjects("0x0200", "0x0704")
            .storageType(StorageType.Memory)
            .build());
  }

  @Test
  void aStreamIsMadeForTheRunAndDeletedAfterwards() throws Exception {
    try (BackendDriver.Reception reception = backend.open()) {
      assertThat(streams.getStreamNames()).containsExactly("FLEETLOAD-2a");
      assertThat(reception.remarks()).singleElement().asString().contains("FLEETLOAD-2a");
      assertThat(reception.described())
          .containsPattern("nats-server \\d+\\.\\d+\\.\\d+ ")
          .contains("JetStream");
      assertThat(reception.catchUp(() -> {})).isEmpty();
    }
    assertThat(streams.getStreamNames()).isEmpty();
    assertThat(backend.book.all).isEmpty();
  }

  @Test
  void whatAKilledRunLeftIsDeletedAndSaid() throws Exception {
    makeStreamOfRun("FLEETLOAD-1f");
    publish(0, 3);
    try (BackendDriver.Reception reception = backend.open()) {
      assertThat(streams.getStreamNames()).containsExactly("FLEETLOAD-2a");
      assertThat(reception.remarks())
          .satisfiesExactly(
              left -> assertThat(left).contains("deleted", "FLEETLOAD-1f"),
              made -> assertThat(made).contains("made", "FLEETLOAD-2a"));
      Golden.of("run").holds("the streams of the store", String.join("\n", reception.remarks()));
      publish(3, 4);
      assertThat(reception.catchUp(() -> {})).isEmpty();
    }
    assertThat(stored()).isEqualTo(1);
    assertThat(streams.getStreamNames()).isEmpty();
  }

  @Test
  void theStreamOfARunThatGoesOnIsLeftAlone() throws Exception {
    try (BackendDriver.Reception other = backend.open()) {
      assertThatThrownBy(() -> new Backend(nats.url(), ", store: jetstream").open())
          .isInstanceOf(TargetException.class)
          .hasMessageContainingAll(nats.url(), "FLEETLOAD-2a", "target.store")
          .message()
          .satisfies(
              m ->
                  Golden.of("run")
                      .holds("the store of a run that goes on", m.replace(nats.url(), "URL")));
      publish(0, 2);
      assertThat(other.catchUp(() -> {})).isEmpty();
    }
    assertThat(stored()).isEqualTo(2);
  }

  @Test
  void aStreamOfSomebodyElseIsReadWhateverItsNameIs() throws Exception {
    makeStream("FLEETLOAD-1f", "0x0200", "0x0704");
    try (BackendDriver.Reception reception = backend.open()) {
      assertThat(reception.remarks()).isEmpty();
    }
    assertThat(streams.getStreamNames()).containsExactly("FLEETLOAD-1f");
  }

  @Test
  void tenThousandMessagesAreCounted() throws Exception {
    try (BackendDriver.Reception reception = backend.open()) {
      publish(0, 10_000);
      assertThat(reception.catchUp(() -> {})).isEmpty();
    }
    assertThat(stored()).isEqualTo(10_000);
    assertThat(backend.book.all).hasSize(20_000).doesNotHaveDuplicates();
  }

  @Test
  void anExistingStreamIsReadFromWhereItEndedAndStays() throws Exception {
    makeStream("SAVED", "0x0200", "0x0704", "else");
    publish(0, 3);
    try (BackendDriver.Reception reception = backend.open()) {
      platform.publish("else", new byte[] {1});
      publish(3, 5);
      assertThat(reception.catchUp(() -> {})).isEmpty();
    }
    assertThat(backend.book.all)
        .containsExactly(
            "arrived location 3", "arrived location 4", "stored location 3", "stored location 4");
    assertThat(streams.getStreamInfo("SAVED").getStreamState().getMsgCount()).isEqualTo(6);
  }

  @Test
  void aStreamThatKeepsHalfOfWhatIsPublishedIsRefused() throws Exception {
    makeStream("HALF", "0x0200");
    assertThatThrownBy(() -> backend.open())
        .isInstanceOf(TargetException.class)
        .hasMessageContainingAll(nats.url(), "0x0200", "HALF", "0x0704", "none", "target.store")
        .message()
        .satisfies(
            m ->
                Golden.of("run")
                    .holds("streams that keep half of it", m.replace(nats.url(), "URL")));
  }

  @Test
  void aNatsWithoutStreamsIsRefused() throws Exception {
    try (NatsProgram plain = NatsProgram.start()) {
      assertThatThrownBy(() -> new Backend(plain.url(), ", store: jetstream").open())
          .isInstanceOf(TargetException.class)
          .hasMessageContainingAll(plain.url(), "-js", "target.store")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void aStreamThatIsDeletedDuringTheRunIsSaid() throws Exception {
    try (BackendDriver.Reception reception = backend.open()) {
      streams.deleteStream("FLEETLOAD-2a");
      assertThatThrownBy(() -> reception.catchUp(() -> {}))
          .isInstanceOf(TargetException.class)
          .hasMessageContaining("stream");
    }
  }
}
