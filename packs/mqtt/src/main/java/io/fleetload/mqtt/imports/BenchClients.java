// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.imports;

import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.Part;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The clients of one command of emqtt-bench. */
final class BenchClients {
  private static final Pattern SHARED = Pattern.compile("\\$share/([^/]+)/(.*)");

  /** Options of the place that a profile has none for, each with the reason. */
  private static final Map<String, String> LEFT_OUT =
      Map.ofEntries(
          Map.entry("dist", "is of Erlang"),
          Map.entry("help", "asks for help"),
          Map.entry("startnumber", "{index} counts from 0; shards of a run number their devices"),
          Map.entry("reconnect", "clients always come back; devices.life ends sessions on purpose"),
          Map.entry("ssl-version", "the newest version that both sides know is used"),
          Map.entry("ciphers", "what both sides know is used"),
          Map.entry("signature-algs", "what both sides know is used"),
          Map.entry("keyex-algs", "what both sides know is used"),
          Map.entry("quic", "there is no QUIC here; the clients take TCP"),
          Map.entry("load-qst", "there is no QUIC here"),
          Map.entry("lowmem", "is not needed"),
          Map.entry("force-major-gc-interval", "is not needed"),
          Map.entry("qoe", "each run writes its distributions"),
          Map.entry("qoelog", "each run writes its distributions"),
          Map.entry("prometheus", "is an option of run: docs/how-to/monitoring.md"),
          Map.entry("restapi", "is an option of run: docs/how-to/monitoring.md"),
          Map.entry("log_to", "a run writes its outcomes into files"),
          Map.entry("payload-hdrs", "each message has a stamp with number and time in its size"),
          Map.entry(
              "topics-payload",
              "write a flow for each of its topics, with topic, every, qos, retain and body"),
          Map.entry("retry-interval", "a message is sent again in a new connection alone"),
          Map.entry("keep-connected", "the clients stay until the run ends"));

  private final ImportDraft draft;

  private final Part command;

  private final BenchOptions options;
  private final BenchKeys keys;

  BenchClients(ImportDraft draft, Part command, BenchOptions options) {
    this.draft = draft;
    this.command = command;
    this.options = options;
    this.keys = new BenchKeys(draft, options);
    LEFT_OUT.forEach(
        (name, why) ->
            options
                .get(name)
                .filter(each -> each.reason() == null)
                .ifPresent(each -> each.leaveOut(why)));
  }

  void leaveOut(String why) {
    command.leaveOut(why);
  }

  /** The broker of the first command. */
  void target() {
    boolean tls = options.isSet("ssl") || options.get("ssl-version").isPresent();
    boolean webSocket = options.isSet("ws");
    String scheme = webSocket ? tls ? "wss" : "ws" : tls ? "tls" : "tcp";
    String port = options.value("port", "1883");
    String broker =
        Arrays.stream(options.value("host", "localhost").split("[, ]+"))
            .map(host -> bracketed(host))
            .map(host -> scheme + "://" + host + ":" + port + (webSocket ? "/mqtt" : ""))
            .collect(Collectors.joining(","));
    List<Part> said =
        options.parts().stream()
            .filter(each -> named(each, "host", "port", "ssl", "ws"))
            .filter(each -> each.reason() == null)
            .toList();
    said.forEach(each -> draft.take(each, "target.broker", broker));
    if (said.isEmpty()) {
      draft.choose("target.broker", broker, BenchKeys.DEFAULT);
    }
    keys.take("cacertfile", "target.tls.trust")
        .note("the broker is always verified, and it is not there");
    certificate();
    options
        .get("version")
        .ifPresent(
            each -> {
              draft.take(each, "target.version", each.value().equals("5") ? "5" : "3.1.1");
              if (each.value().equals("3")) {
                each.note("there is no MQTT 3.1 here, so it is 3.1.1");
              } else if (!List.of("4", "5").contains(each.value())) {
                draft.refuse("target.version", "expected 3, 4 or 5");
              }
            });
  }

  private static String bracketed(String host) {
    return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
  }

  private boolean named(Part part, String... names) {
    return Arrays.stream(names).anyMatch(each -> options.get(each).orElse(null) == part);
  }

  private void certificate() {
    String certificate = options.value("certfile", "");
    if (!certificate.isEmpty() && certificate.equals(options.value("keyfile", ""))) {
      keys.take("certfile", "target.tls.certificate");
      keys.take("keyfile", "target.tls.certificate");
      return;
    }
    String why = "put certificate and key into one file, and write target.tls.certificate";
    options.get("certfile").ifPresent(each -> each.leaveOut(why));
    options.get("keyfile").ifPresent(each -> each.leaveOut(why));
  }

  /** A profile has one broker, which the first command names. */
  void sameTarget(BenchClients first) {
    for (String each :
        List.of("host", "port", "ssl", "ws", "version", "cacertfile", "certfile", "keyfile")) {
      options
          .get(each)
          .filter(part -> part.reason() == null)
          .ifPresent(
              part -> {
                if (Objects.equals(part.value(), first.options.value(each, null))) {
                  part.note("as of the first command");
                } else {
                  part.leaveOut("a profile has one broker, that of the first command");
                }
              });
    }
  }

  /**
   * The devices, and their flow.
   *
   * @param number of the group of devices; empty if there is one
   */
  void fleet(String number) {
    String devices = "devices" + (number.isEmpty() ? "" : ".groups.clients" + number);
    String flow = "flows.publish" + number;
    command.note(command.name().equals("conn") ? "clients without messages" : flow);
    keys.orDefault("count", devices + ".count", "200");
    connectRate();
    options
        .get("ifaddr")
        .ifPresent(each -> draft.takeYaml(each, "devices.bind", "[" + each.value() + "]"));
    clientId(devices);
    options
        .get("num-retry-connect")
        .ifPresent(
            each ->
                draft.take(
                    each,
                    "phases.connect.attempts",
                    String.valueOf(options.number("num-retry-connect", 0) + 1)));
    credentials(devices);
    keys.orDefault("keepalive", devices + ".keepAlive", "300", "s");
    keys.take("clean", devices + ".cleanStart");
    options
        .get("session-expiry")
        .ifPresent(each -> draft.take(each, devices + ".sessionExpiry", each.value() + "s"));
    if (command.name().equals("pub")) {
      if (!number.isEmpty()) {
        draft.choose(flow + ".kind", "publish", "is how emqtt_bench sends");
        draft.choose(flow + ".of", "clients" + number, "each command has clients of its own");
      }
      new BenchFlow(draft, options, keys).read(flow);
    }
  }

  private void connectRate() {
    boolean byRate = options.number("connrate", 0) > 0;
    String key = "phases.connect.rate";
    if (draft.has(key)) {
      options
          .get("connrate")
          .ifPresent(each -> each.leaveOut("the rate of the first command counts"));
      options
          .get("interval")
          .ifPresent(each -> each.leaveOut("the rate of the first command counts"));
      return;
    }
    if (byRate) {
      draft.take(options.get("connrate").orElseThrow(), key, options.number("connrate", 0) + "/s");
      options.get("interval").ifPresent(each -> each.leaveOut("the rate of connections counts"));
      return;
    }
    options.get("connrate").ifPresent(each -> each.note("0: the interval counts"));
    long millis = Math.max(1, options.number("interval", 10));
    String rate = plain(1_000.0 / millis) + "/s";
    options
        .get("interval")
        .ifPresentOrElse(
            each -> draft.take(each, key, rate).note("a connection every %s ms".formatted(millis)),
            () -> draft.choose(key, rate, BenchKeys.DEFAULT));
  }

  private static String plain(double rate) {
    return rate == Math.rint(rate) ? String.valueOf((long) rate) : "%.3f".formatted(rate);
  }

  private void clientId(String devices) {
    boolean alone = options.isSet("shortids");
    options.get("shortids").ifPresent(each -> each.note("in devices.clientId"));
    String prefix = options.value("prefix", "");
    if (prefix.isEmpty()) {
      options.get("shortids").ifPresent(each -> each.leaveOut("write devices.clientId"));
      return;
    }
    String id = prefix + (alone ? "" : "_bench_" + command.name() + "_") + "{index}";
    draft
        .take(options.get("prefix").orElseThrow(), devices + ".clientId", id)
        .note("{index} counts from 0, and there from 1");
  }

  private void credentials(String section) {
    options.get("username").ifPresent(each -> keys.text(each, section + ".user", each.value()));
    options
        .get("password")
        .ifPresent(
            each -> {
              if (options.get("username").isEmpty()) {
                each.leaveOut("is missing its user, -u");
              } else {
                keys.secret(each, section + ".password");
              }
            });
  }

  /** The subscribers. */
  void subscribers() {
    command.note("subscribers");
    keys.orDefault("count", "subscribers.count", "200");
    keys.orDefault("qos", "subscribers.qos", "0");
    options
        .get("topic")
        .ifPresent(
            each -> {
              Matcher shared = SHARED.matcher(each.value());
              if (shared.matches()) {
                draft.take(each, "subscribers.receives", "share");
                draft.take(each, "subscribers.group", shared.group(1));
              } else {
                draft.take(each, "subscribers.receives", "every");
              }
              each.note("the filter itself follows from the topics of the flows");
            });
    options.get("prefix").ifPresent(each -> draft.take(each, "subscribers.clientId", each.value()));
    credentials("subscribers");
    options
        .get("session-expiry")
        .ifPresent(each -> draft.take(each, "subscribers.sessionExpiry", each.value() + "s"));
    for (String name :
        List.of(
            "connrate",
            "interval",
            "ifaddr",
            "num-retry-connect",
            "keepalive",
            "clean",
            "shortids")) {
      options
          .get(name)
          .filter(each -> each.reason() == null)
          .ifPresent(
              each ->
                  each.leaveOut("has no key for subscribers, which connect before the devices"));
    }
  }
}
