// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DynamicMessage;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Drawn messages, written or read by protobuf's own library on the other side. */
class AnyMessageTest {
  private static final int MESSAGES = 2_000;

  private final Random drawn = new Random(8);
  private Schema schema;

  @BeforeEach
  void read() throws Exception {
    schema = new Schema();
  }

  private NeighborRule rule() {
    return new NeighborRule(
        drawn.nextInt(5), text(), text(), text(), number(), text(), text(), drawn.nextLong());
  }

  /** Of any length, empty too, and beyond ASCII. */
  private String text() {
    return drawn
        .ints(drawn.nextBoolean() ? 0 : drawn.nextInt(200), 0x20, 0x2ff)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private int number() {
    return drawn.nextBoolean() ? 0 : drawn.nextInt();
  }

  private DynamicMessage told(NeighborRule rule) {
    return schema.of(
        "NeighborRule",
        "operation",
        rule.operation(),
        "ip",
        rule.ip(),
        "hostip",
        rule.hostIp(),
        "mac",
        rule.mac(),
        "tunnel",
        rule.tunnelId(),
        "hostmac",
        rule.hostMac(),
        "group",
        rule.group(),
        "version",
        rule.version());
  }

  @Test
  void aRuleIsReadAndWrittenAsItIs() throws IOException {
    for (int i = 0; i < MESSAGES; i++) {
      NeighborRule rule = rule();
      byte[] bytes = told(rule).toByteArray();

      assertThat(NeighborRule.read(bytes)).isEqualTo(rule);
      assertThat(rule.write()).isEqualTo(bytes);
    }
  }

  @Test
  void anAnswerHasItsRulesInTheirOrderAndRepliesWithoutARuleHaveNone() throws IOException {
    for (int i = 0; i < MESSAGES / 10; i++) {
      List<NeighborRule> rules =
          IntStream.range(0, drawn.nextInt(20)).mapToObj(each -> rule()).toList();
      List<DynamicMessage> replies =
          rules.stream()
              .flatMap(
                  each ->
                      Stream.of(
                          schema.of("Reply", "request_id", text()),
                          schema.of("Reply", "request_id", text(), "rule", told(each))))
              .toList();
      byte[] answer = schema.of("ReadAnswer", "format", 1, "replies", replies).toByteArray();

      assertThat(ReadAnswer.rules(answer)).isEqualTo(rules);
      assertThat(ReadAnswer.count(answer)).isEqualTo(rules.size());
    }
  }

  @Test
  void anAnswerThatIsCutOffIsNotTakenForAShorterOne() {
    DynamicMessage reply = schema.of("Reply", "request_id", "q0", "rule", told(rule()));
    byte[] answer = schema.of("ReadAnswer", "replies", List.of(reply)).toByteArray();

    for (int length = 1; length < answer.length; length++) {
      byte[] cut = Arrays.copyOf(answer, length);
      assertThatThrownBy(() -> ReadAnswer.count(cut)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> ReadAnswer.rules(cut)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aReadAsksForTheKeysInTheirOrder() throws Exception {
    for (int i = 0; i < MESSAGES / 10; i++) {
      int keys = drawn.nextInt(30);
      ReadRequest request = new ReadRequest();
      for (int key = 0; key < keys; key++) {
        request.ask(i, "10.0.0." + key);
      }

      DynamicMessage read = schema.read("ReadRequest", request.write());
      List<?> resources = (List<?>) Schema.field(read, "resources");
      assertThat(resources).hasSize(keys);
      for (int key = 0; key < keys; key++) {
        DynamicMessage resource = (DynamicMessage) resources.get(key);
        assertThat(Schema.field(resource, "request_id")).isEqualTo("q" + key);
        assertThat(Schema.field(resource, "tunnel")).isEqualTo(i);
        assertThat(Schema.field(resource, "destination_ip")).isEqualTo("10.0.0." + key);
        assertThat(resource.getUnknownFields().asMap()).isEmpty();
      }
    }
  }

  @Test
  void aWriteSaysAllThatTheServerNeedsOfARule() throws Exception {
    for (int i = 0; i < MESSAGES; i++) {
      NeighborRule rule = rule();
      Operation operation = drawn.nextBoolean() ? Operation.CREATE : Operation.DELETE;
      byte[] request = new WriteRequest(text()).state(operation, rule).write();

      DynamicMessage state =
          (DynamicMessage)
              ((List<?>) Schema.field(schema.read("WriteRequest", request), "states")).get(0);
      assertThat(Schema.field(state, "operation")).isEqualTo(operation.number());
      assertThat(Schema.field(state, "configuration.hostip")).isEqualTo(rule.hostIp());
      assertThat(Schema.field(state, "configuration.mac")).isEqualTo(rule.mac());
      assertThat(Schema.field(state, "configuration.hostmac")).isEqualTo(rule.hostMac());
      assertThat(Schema.field(state, "configuration.fixed_ips.ip")).isEqualTo(rule.ip());
      assertThat(Schema.field(state, "configuration.fixed_ips.group")).isEqualTo(rule.group());
      assertThat(Schema.field(state, "configuration.fixed_ips.tunnel")).isEqualTo(rule.tunnelId());
    }
  }

  @Test
  void anAnswerToAWriteHasTheStatusOfEachPart() throws IOException {
    byte[] answer =
        schema
            .of(
                "WriteAnswer",
                "format",
                1,
                "parts",
                List.of(
                    schema.of("Part", "resource_id", "id", "status", 0, "took", 7),
                    schema.of("Part", "status", 3),
                    schema.of("Part", "status", 77)),
                "took",
                9)
            .toByteArray();

    assertThat(WriteAnswer.statuses(answer))
        .containsExactly(
            WriteAnswer.Status.SUCCESS, WriteAnswer.Status.PENDING, WriteAnswer.Status.UNKNOWN);
  }

  @Test
  void aWatchNamesItsGroupAndTheLowestVersion() throws Exception {
    DynamicMessage request = schema.read("WatchRequest", new WatchRequest("group7", 42).write());

    assertThat(Schema.field(request, "group")).isEqualTo("group7");
    assertThat(Schema.field(request, "rev")).isEqualTo(42L);
  }
}
