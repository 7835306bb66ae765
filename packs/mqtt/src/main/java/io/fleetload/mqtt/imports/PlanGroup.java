// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.imports;

import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.Part;
import java.util.List;

/** A thread group of a JMeter plan. */
final class PlanGroup {
  private static final int LETTERS = 26;

  private final ImportDraft draft;

  private final Part group;

  private final String number;

  private final String devices;
  private final PlanKeys keys;
  private final PlanConnection connection;

  /**
   * A group that is not read yet.
   *
   * @param number of the fleet; empty if there is one
   */
  PlanGroup(ImportDraft draft, PlanVariables variables, Part group, String number) {
    this.draft = draft;
    this.group = group;
    this.number = number;
    this.devices = "devices" + (number.isEmpty() ? "" : ".groups.clients" + number);
    this.keys = new PlanKeys(draft, variables, JMeterPlan.enabled(group.all()));
    this.connection = new PlanConnection(draft, keys, devices);
  }

  /** The devices, and the flows of their samplers. */
  void fleet() {
    group.note("the fleet");
    keys.take("ThreadGroup.num_threads", devices + ".count", "");
    ramp();
    connection.ofDevices();
    List<Part> samplers =
        keys.all().stream().filter(each -> each.name().equals(JMeterPlan.PUBLISH)).toList();
    for (int i = 0; i < samplers.size(); i++) {
      String letter = samplers.size() == 1 ? "" : Character.toString('a' + i % LETTERS);
      new PlanSampler(draft, keys, number)
          .read(samplers.get(i), "flows.publish" + number + letter, samplers.size());
    }
    length();
    settle();
  }

  private void ramp() {
    long seconds = keys.whole("ThreadGroup.ramp_time", 0);
    long threads = keys.whole("ThreadGroup.num_threads", 1);
    keys.part("ThreadGroup.ramp_time")
        .ifPresent(
            each -> {
              if (draft.has("phases.connect.rate")) {
                each.leaveOut("the rate of the first group counts");
              } else if (seconds > 0) {
                draft
                    .take(each, "phases.connect.rate", PlanKeys.rate(threads / (double) seconds))
                    .note(
                        "threads start over so many seconds; here all connect before the first message");
              } else {
                each.note("0: as fast as they can; the rate here is 200/s");
              }
            });
  }

  private void length() {
    boolean scheduled =
        keys.part("ThreadGroup.scheduler")
            .flatMap(each -> keys.resolved(each))
            .orElse("")
            .equals("true");
    keys.part("ThreadGroup.scheduler")
        .ifPresent(each -> each.note("whether duration and delay hold"));
    keys.part("ThreadGroup.duration")
        .filter(each -> !each.value().isBlank())
        .ifPresent(
            each -> {
              if (!scheduled) {
                each.leaveOut("holds only with the scheduler");
              } else {
                keys.value(each)
                    .ifPresent(value -> draft.take(each, "phases.measure", value + "s"));
              }
            });
    keys.part("ThreadGroup.delay")
        .filter(each -> !each.value().isBlank())
        .ifPresent(
            each -> each.leaveOut("all groups begin together; a stage of rate 0/s is a pause"));
  }

  /** Settles what remains of the elements that are read. */
  private void settle() {
    for (Part each : keys.all()) {
      if (each.isTaken() || each.reason() != null) {
        continue;
      }
      if (each.value() != null && each.value().isBlank() && each.parts().isEmpty()) {
        each.note("is empty");
        continue;
      }
      switch (each.name()) {
        case "ThreadGroup.on_sample_error" ->
            each.leaveOut("an error is counted, and ends nothing");
        case "ThreadGroup.start_time", "ThreadGroup.end_time" ->
            each.leaveOut("JMeter itself reads it no more");
        case "ThreadGroup.same_user_on_next_iteration" -> each.note("a device stays the same");
        case "ThreadGroup.delayedStart" ->
            each.leaveOut("all devices connect before the first message");
        case "LoopController.continue_forever" -> each.note("follows from the number of loops");
        case "LoopController.loops" -> each.note("once");
        case "mqtt.reconn_attempt_max" ->
            each.leaveOut("clients always come back; devices.life ends sessions on purpose");
        case "mqtt.client_name" -> each.leaveOut("the clients are our own");
        case "mqtt.conn_share", "mqtt.conn_share_connection" ->
            each.leaveOut("each device has a connection of its own");
        case "mqtt.dual_ssl_authentication" -> {
          if ("true".equals(each.value())) {
            each.leaveOut("write target.tls.certificate, a PEM file");
          } else {
            each.note("no client certificates");
          }
        }
        case "mqtt.keystore_file_path",
            "mqtt.clientcert_file_path",
            "mqtt.keystore_password",
            "mqtt.clientcert_password" ->
            each.leaveOut(
                "make a PEM file of it, and write target.tls.trust or target.tls.certificate");
        case "DisConnectSampler" ->
            each.note("the devices end their sessions at the end of the run");
        default -> {}
      }
    }
  }

  /** The subscribers. */
  void subscribers() {
    boolean fleetToo = JMeterPlan.has(JMeterPlan.PUBLISH).test(group);
    Part sampler = keys.part(JMeterPlan.SUBSCRIBE).orElseThrow();
    sampler.note("the subscribers");
    if (fleetToo) {
      draft.choose(
          "subscribers.count",
          "" + keys.whole("ThreadGroup.num_threads", 1),
          "as many as threads subscribe; they are clients of their own");
    } else {
      group.note("the subscribers");
      keys.take("ThreadGroup.num_threads", "subscribers.count", "");
      if (!draft.has("target.broker")) {
        connection.broker();
      }
      keys.all().stream()
          .filter(each -> each.name().matches("mqtt\\.(server|port|protocol|ws_path|version)"))
          .filter(each -> !each.isTaken() && each.reason() == null)
          .forEach(connection::sameAsFirst);
      keys.take("mqtt.client_id_prefix", "subscribers.clientId", "");
      keys.take("mqtt.user_name", "subscribers.user", "");
      keys.part("mqtt.password")
          .ifPresent(
              each ->
                  connection.password(each, "subscribers.password", "MQTT_SUBSCRIBERS_PASSWORD"));
      keys.part("mqtt.client_id_suffix")
          .ifPresent(each -> each.note("each id has a number behind it"));
      keys.part("ThreadGroup.ramp_time")
          .ifPresent(
              each ->
                  each.leaveOut("has no key for subscribers, which connect before the devices"));
      List.of(
              "mqtt.conn_keep_alive",
              "mqtt.conn_clean_session",
              "mqtt.conn_timeout",
              "mqtt.conn_attempt_max",
              "ConstantTimer.delay")
          .forEach(
              name ->
                  keys.part(name).ifPresent(each -> each.leaveOut("has no key for subscribers")));
      keys.part("ThreadGroup.scheduler")
          .ifPresent(each -> each.note("subscribers stay for the whole run"));
      List.of("ThreadGroup.duration", "ThreadGroup.delay")
          .forEach(
              name ->
                  keys.part(name)
                      .filter(each -> !each.value().isBlank())
                      .ifPresent(each -> each.leaveOut("subscribers stay for the whole run")));
      keys.all().stream()
          .filter(each -> each.name().equals("LoopController.loops"))
          .forEach(each -> each.note("subscribers stay for the whole run"));
    }
    for (Part each : sampler.parts()) {
      switch (each.name()) {
        case "mqtt.topic_name" -> filter(each);
        case "mqtt.qos_level" ->
            keys.value(each).ifPresent(qos -> draft.take(each, "subscribers.qos", qos));
        case "mqtt.add_timestamp", "mqtt.debug_response" ->
            each.leaveOut("each message has a stamp with its times");
        case "mqtt.sample_condition", "mqtt.sample_condition_value" ->
            each.leaveOut("every message is a sample of its own");
        default -> {}
      }
    }
    settle();
  }

  private void filter(Part part) {
    String topic = keys.resolved(part).orElse("");
    if (topic.startsWith("$share/")) {
      draft.take(part, "subscribers.receives", "share");
      draft.take(part, "subscribers.group", topic.split("/")[1]);
    } else if (topic.contains("{index}")) {
      draft.take(part, "subscribers.receives", "split");
    } else {
      draft.take(part, "subscribers.receives", "every");
    }
    part.note("the filter itself follows from the topics of the flows");
  }
}
