// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.imports;

import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.Part;
import java.util.Optional;
import java.util.regex.Pattern;

/** The flow of one publish sampler of a JMeter plan. */
final class PlanSampler {
  private static final int LEAST_BYTES = 20;

  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,9}");

  private final ImportDraft draft;

  private final PlanKeys keys;
  private final String number;

  PlanSampler(ImportDraft draft, PlanKeys keys, String number) {
    this.draft = draft;
    this.keys = keys;
    this.number = number;
  }

  /** Makes a flow of a sampler. */
  void read(Part sampler, String flow, int samplers) {
    sampler.note(flow);
    String name = flow.substring(flow.indexOf('.') + 1);
    if (!name.equals("publish")) {
      draft.choose(flow + ".kind", "publish", "is what the sampler does");
    }
    if (!number.isEmpty()) {
      draft.choose(flow + ".of", "clients" + number, "each thread group has clients of its own");
    }
    for (Part each : sampler.parts()) {
      switch (each.name()) {
        case "mqtt.topic_name" -> keys.value(each).ifPresent(topic -> topic(each, flow, topic));
        case "mqtt.qos_level" ->
            keys.value(each).ifPresent(qos -> draft.take(each, flow + ".qos", qos));
        case "mqtt.retained_message" ->
            keys.value(each).ifPresent(retain -> draft.take(each, flow + ".retain", retain));
        case "mqtt.add_timestamp" -> each.note("each message has a stamp with its times");
        case "mqtt.message_type", "mqtt.message_type_fixed_length", "mqtt.message_to_sent" -> {}
        default -> {}
      }
    }
    body(sampler, flow);
    timing(flow, samplers);
  }

  private void topic(Part part, String flow, String topic) {
    if (topic.contains("{{")) {
      part.leaveOut("a topic has {device} and {index} alone");
      return;
    }
    draft.take(part, flow + ".topic", topic);
    if (topic.contains("{index}")) {
      part.note("{index} counts from 0, and __threadNum from 1");
    }
  }

  private void body(Part sampler, String flow) {
    Optional<Part> type = sampler.part("mqtt.message_type");
    Optional<Part> length = sampler.part("mqtt.message_type_fixed_length");
    Optional<Part> message = sampler.part("mqtt.message_to_sent");
    String kind = type.flatMap(each -> keys.resolved(each)).orElse("String");
    type.ifPresent(each -> each.note("of the body"));
    boolean random = kind.startsWith("Random");
    length.ifPresent(
        each -> {
          if (random) {
            keys.value(each).ifPresent(bytes -> size(each, flow, bytes));
          } else {
            each.note("is of random strings alone, and this is another kind");
          }
        });
    message.ifPresent(
        each -> {
          if (random) {
            each.note("is of other kinds of messages, and this is random");
          } else if (kind.startsWith("Hex")) {
            size(each, flow, "" + each.value().strip().length() / 2);
            each.note("bytes of that number; what is in them is left out");
          } else {
            keys.value(each).ifPresent(text -> text(each, flow, text));
          }
        });
  }

  private void size(Part part, String flow, String bytes) {
    boolean small = WHOLE.matcher(bytes).matches() && Long.parseLong(bytes) < LEAST_BYTES;
    draft.take(part, flow + ".size", (small ? LEAST_BYTES : bytes) + "B");
    if (small) {
      part.note("a payload has %s bytes at least: the stamp".formatted(LEAST_BYTES));
    }
  }

  private void text(Part part, String flow, String text) {
    draft
        .take(part, flow + ".body", BenchFlow.stamped(text.replace("{index}", "{{user}}")))
        .note("with {{stamp}}, by which a subscriber knows it");
  }

  /**
   * A thread sends, waits for the outcome, and pauses: a closed model, unless a timer says a rate.
   */
  private void timing(String flow, int samplers) {
    long threads = keys.whole("ThreadGroup.num_threads", 1);
    Optional<Part> perMinute = keys.part("throughput").filter(each -> each.reason() == null);
    if (perMinute.isPresent() && keys.part("ConstantThroughputTimer").isPresent()) {
      Optional<String> value = keys.value(perMinute.get());
      if (value.isPresent() && value.get().matches("[0-9.]{1,15}")) {
        double perSecond = Double.parseDouble(value.get()) / 60 / samplers;
        draft
            .take(perMinute.get(), flow + ".rate", PlanKeys.rate(perSecond))
            .note("of all devices, dealt to the samplers; there a thread waits for its outcome");
        keys.part("calcMode").ifPresent(each -> each.note("the rate is of all devices here"));
        return;
      }
    }
    draft.choose(
        flow + ".closed.users",
        "" + threads,
        "a thread waits for its outcome: a closed model; write every instead to have it open");
    long millis = keys.whole("ConstantTimer.delay", 0);
    keys.part("ConstantTimer.delay")
        .ifPresent(
            each ->
                keys.value(each)
                    .ifPresent(
                        value ->
                            draft
                                .take(each, flow + ".closed.think", value + "ms")
                                .note("from an outcome to the next message")));
    loops(flow, millis);
  }

  private void loops(String flow, long millis) {
    long product = 1;
    boolean endless = false;
    for (Part each : keys.all()) {
      if (each.name().equals("LoopController.loops")) {
        long loops =
            keys.resolved(each)
                .filter(one -> WHOLE.matcher(one).matches())
                .map(Long::parseLong)
                .orElse(-1L);
        endless |= loops < 0;
        product *= Math.max(1, loops);
        if (loops < 0) {
          each.note("no end: as long as the measured phase");
        }
      }
    }
    if (!endless && product > 1) {
      for (Part each : keys.all()) {
        if (each.name().equals("LoopController.loops") && each.note() == null) {
          draft.take(each, flow + ".closed.iterations", "" + product).note("of each device");
        }
      }
      if (millis > 0) {
        // Twice the pauses, so that all iterations have their time.
        draft.choose(
            "phases.measure",
            Math.max(1, product * millis * 2 / 1_000) + "s",
            "twice the pauses of all loops; the run measures until then at most");
      }
    }
  }
}
