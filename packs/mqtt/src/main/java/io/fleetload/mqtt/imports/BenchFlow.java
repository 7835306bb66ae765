// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.imports;

import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.Part;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The flow of the messages that one command of emqtt-bench publishes. */
final class BenchFlow {
  private static final int LEAST_BYTES = 20;

  private static final int MOST_IN_FLIGHT = 65_535;

  private static final Pattern OF_MESSAGE = Pattern.compile("%([A-Z]+)%");

  private final ImportDraft draft;

  private final BenchOptions options;

  private final BenchKeys keys;

  BenchFlow(ImportDraft draft, BenchOptions options, BenchKeys keys) {
    this.draft = draft;
    this.options = options;
    this.keys = keys;
  }

  /** Makes a flow of the options. */
  void read(String flow) {
    options.get("topic").ifPresent(each -> keys.text(each, flow + ".topic", each.value()));
    if (options.get("topic").isEmpty() && options.get("topics-payload").isEmpty()) {
      draft.reject("pub: write its topic, -t");
    }
    timing(flow);
    body(flow);
    keys.orDefault("qos", flow + ".qos", "0");
    keys.take("retain", flow + ".retain");
    options
        .get("inflight")
        .ifPresentOrElse(
            each ->
                draft
                    .take(
                        each,
                        flow + ".window",
                        each.value().equals("0") ? "" + MOST_IN_FLIGHT : each.value())
                    .note("there a message that is due waits, and its time counts from its send"),
            () -> {
              if (!options.value("qos", "0").equals("0")) {
                draft.choose(flow + ".window", "1", BenchKeys.DEFAULT);
              }
            });
    options
        .get("wait-before-publishing")
        .ifPresent(
            each -> each.note("all devices have connected before the first message, always"));
    boolean random = options.number("max-random-wait", 0) > 0;
    for (String name : List.of("max-random-wait", "min-random-wait")) {
      options
          .get(name)
          .ifPresent(
              each -> {
                if (random && !options.value("interval_of_msg", "").equals("0")) {
                  draft.take(each, flow + ".arrivals", "random").note("within the whole interval");
                } else {
                  each.leaveOut("all of one interval are spread evenly");
                }
              });
    }
  }

  private void timing(String flow) {
    long interval = options.number("interval_of_msg", 1_000);
    long limit = options.number("limit", 0);
    long count = options.number("count", 200);
    if (options.get("interval_of_msg").isPresent() && interval == 0) {
      draft
          .take(options.get("interval_of_msg").orElseThrow(), flow + ".closed.users", "" + count)
          .note("0 ms is a closed model: each sends when its message before is over");
      options
          .get("limit")
          .filter(each -> limit > 0)
          .ifPresent(each -> draft.take(each, flow + ".closed.total", "" + limit));
    } else {
      options
          .get("interval_of_msg")
          .ifPresentOrElse(
              each ->
                  draft
                      .take(each, flow + ".every", time(interval))
                      .note("of each device, due whatever the broker does"),
              () -> draft.choose(flow + ".every", "1s", BenchKeys.DEFAULT));
      options
          .get("limit")
          .filter(each -> limit > 0)
          .ifPresent(
              each ->
                  draft
                      .take(each, "phases.measure", time(Math.max(1, limit * interval / count)))
                      .note(
                          "so many messages of %s devices, one each %s ms"
                              .formatted(count, interval)));
    }
    options.get("limit").filter(each -> limit == 0).ifPresent(each -> each.note("0 is no limit"));
  }

  private static String time(long millis) {
    return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
  }

  private void body(String flow) {
    Part message = options.get("message").orElse(null);
    Part size = options.get("size").orElse(null);
    if (message != null) {
      message(flow, message);
      if (message.isTaken()) {
        if (size != null) {
          size.leaveOut("the message has its own size");
        }
        return;
      }
    }
    if (size != null) {
      long bytes = options.number("size", 256);
      draft.take(size, flow + ".size", Math.max(LEAST_BYTES, bytes) + "B");
      if (bytes < LEAST_BYTES) {
        size.note("a payload has %s bytes at least: the stamp".formatted(LEAST_BYTES));
      }
    } else if (message != null && !message.value().startsWith("template://")) {
      int bytes = message.value().getBytes(StandardCharsets.UTF_8).length;
      draft.choose(flow + ".size", Math.max(LEAST_BYTES, bytes) + "B", "the size of -m");
    }
  }

  private void message(String flow, Part message) {
    String text = message.value();
    if (text.startsWith("template://")) {
      message.leaveOut(
          "write the text of that file into %s.body, with {{stamp}} in it".formatted(flow));
      return;
    }
    String here = text.replace("%TIMESTAMPMS%", "{{epochMillis}}").replace("%UNIQUE%", "{{uuid}}");
    Matcher unknown = OF_MESSAGE.matcher(here);
    if (unknown.find() || text.contains("{{")) {
      message.leaveOut(
          "write %s.body: %s is not known here"
              .formatted(flow, unknown.reset().find() ? unknown.group() : "{{"));
      return;
    }
    draft
        .take(message, flow + ".body", stamped(here))
        .note("with {{stamp}}, by which a subscriber knows it");
  }

  /** The text with a stamp: in an object of JSON a member more, else a word more. */
  static String stamped(String text) {
    String body = text.strip();
    return body.startsWith("{") && body.endsWith("}")
        ? "{\"stamp\":\"{{stamp}}\""
            + (body.substring(1, body.length() - 1).isBlank() ? "" : ",")
            + body.substring(1)
        : text + " {{stamp}}";
  }
}
