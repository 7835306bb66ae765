// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.it.Printed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.Arguments;

/** Each lie about neighbor rules has a figure with its count, and no run with one is passed. */
class ArionLiarsIT extends LiarsIT {
  static final List<Lie> LIES =
      Lie.table(
          """
          SESSION_REFUSED         session  /devices/notConnected
          LOST                    write    /ledger/lost
          LOST_AT_ONE_WATCHER     write    /ledger/lost
          TWICE                   write    /ledger/duplicate
          REORDERED               write    /ledger/outOfOrder
          OTHER_GROUP             write    /ledger/misdelivered
          OTHER_KEY               write    /ledger/misdelivered
          OTHER_TIME              write    /ledger/altered
          OTHER_CLIENT            write    /ledger/altered
          OTHER_PERIOD            write    /ledger/altered
          OTHER_GROUP_NAMED       write    /ledger/altered
          INVENTED                write    /ledger/invented
          OTHER_RUN               write    /ledger/foreign
          WITHOUT_STAMP           write    /ledger/unstamped
          MARKER_OF_ANOTHER_GROUP marker   /ledger/unstamped
          UNCONFIRMED             write    /ledger/deliveredUnconfirmed
          WITHOUT_STATUS          write    /flows/write/failedBy/protocol.answer.empty
          NOT_WRITTEN             rule     /flows/readBack/failedBy/transport.timeout
          DELETION_LOST           deletion /ledger/lost
          DELETION_TWICE          deletion /ledger/duplicate
          DELETION_OTHER_HOST     deletion /ledger/altered
          BACK_OTHER_KEY          readBack /flows/readBack/failedBy/protocol.answer.otherRule
          BACK_OTHER_TIME         readBack /flows/readBack/failedBy/protocol.answer.altered
          READ_EMPTY              read     /flows/read/failedBy/protocol.answer.empty
          READ_CUT                read     /flows/read/failedBy/protocol.answer.unreadable
          READ_LESS               read     /flows/read/failedBy/protocol.answer.incomplete
          READ_MORE               read     /flows/read/failedBy/protocol.answer.tooMany
          READ_TWICE              read     /flows/read/failedBy/protocol.answer.tooMany
          READ_REPEATED           read     /flows/read/failedBy/protocol.answer.otherRule
          READ_OTHER_KEY          read     /flows/read/failedBy/protocol.answer.otherRule
          READ_OTHER_REQUEST      read     /flows/read/failedBy/protocol.answer.otherRule
          READ_OTHER_HOST         read     /flows/read/failedBy/protocol.answer.altered
          STREAM_LESS             stream   /flows/stream/failedBy/answer.missingResponses
          STREAM_MORE             stream   /flows/stream/failedBy/protocol.answer.tooMany
          STREAM_REPEATED         stream   /flows/stream/failedBy/protocol.answer.otherRule
          STREAM_EMPTY            stream   /flows/stream/failedBy/protocol.answer.empty
          STREAM_OTHER_HOST       stream   /flows/stream/failedBy/protocol.answer.altered
          LOAD_LESS               load     /flows/watch/failedBy/transport.timeout
          LOAD_OTHER_GROUP        load     /flows/watch/failedBy/protocol.answer.otherRule
          LOAD_OTHER_HOST         load     /flows/watch/failedBy/protocol.answer.altered
          """);

  private static final String PROFILE =
      """
      pack: arion
      run: { name: liar }
      target: { server: "%s" }
      rules: { count: 20, groups: 2 }
      devices: { count: 10, connections: 10, bind: [%s], timeout: %s }
      watchers: { grpc: 2 }
      phases: { ramp: 0s, warmUp: 0s, measure: 1s, drain: 5s }
      flows:
      %s
      thresholds: [flows.*.achieved >= 0%%]
      """;

  private static final String FLOWS =
      """
        read: { rate: 35/s, keys: 2 }
        stream: { rate: 10/s, requests: 5 }
        write: { rate: 70/s, readBack: true }
        watch: { rate: 10/s }
      """;

  private static final String DELETIONS =
      """
        write: { rate: 70/s, delete: 50%, readBack: true }
      """;

  private static final List<Lie> OF_EACH_KIND =
      Lie.named(
          LIES,
          "NONE",
          "LOST",
          "TWICE",
          "OTHER_GROUP",
          "OTHER_TIME",
          "INVENTED",
          "UNCONFIRMED",
          "SESSION_REFUSED",
          "DELETION_LOST",
          "BACK_OTHER_KEY",
          "READ_OTHER_KEY",
          "STREAM_LESS",
          "LOAD_OTHER_GROUP");

  private static final int PERCENT_OF_DRAWS = 10;

  /** The first run of a process takes some times as long as the next ones. */
  @BeforeAll
  static void warmUp(@TempDir Path ofWarmUp) throws Exception {
    Lie truth = LIES.get(0);
    try (ArionLiar server = new ArionLiar(truth, Draw.EACH_SEVENTH)) {
      var unused = run(server, truth, ofWarmUp);
    }
  }

  private static LiarRun run(ArionLiar server, Lie lie, Path directory) throws Exception {
    String profile =
        PROFILE.formatted(
            server.address(),
            String.join(", ", ArionLiar.CLIENTS),
            // One that never answers is waited for, and no other one is to be cut short.
            lie.is("NOT_WRITTEN", "LOAD_LESS") ? "1s" : "5s",
            lie.isOf("deletion") ? DELETIONS : FLOWS);
    Path file = Files.writeString(directory.resolve("provisioned.yaml"), profile);
    Printed apply = Printed.provisioning(List.of("apply", file.toString()));
    assertThat(apply.code()).as(apply.err()).isZero();
    return new LiarRun.Plan(profile, directory)
        .run("flows.*.achieved >= 0%", "ledger.outOfOrder == 0");
  }

  static List<Lie> ofEachKind() {
    return OF_EACH_KIND;
  }

  static List<Lie> others() {
    return Lie.others(LIES, OF_EACH_KIND);
  }

  static Stream<Arguments> drawn() {
    return Draw.drawn(PERCENT_OF_DRAWS, LIES);
  }

  @Override
  void isCountedAndNamed(Lie lie, Draw draw) throws Exception {
    try (ArionLiar server = new ArionLiar(lie, draw)) {
      run(server, lie, directory).names(lie, draw, server.told(), 0, 0);
    }
  }
}
