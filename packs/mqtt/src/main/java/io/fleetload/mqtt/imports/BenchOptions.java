// SPDX-License-Identifier: EPL-2.0
package io.fleetload.mqtt.imports;

import io.fleetload.pack.imports.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The options of one command of emqtt-bench, by their long names. The grammar is that of Erlang's
 * getopt, in which the first value of an option counts.
 */
final class BenchOptions {
  private static final String TRUE = "true";

  private enum Kind {
    VALUE,
    /** True, or what follows it. */
    FLAG,
    ALONE
  }

  private record Option(char shortName, String name, Kind kind) {}

  private static final char NONE = 0;
  private static final List<Option> ALL =
      List.of(
          new Option(NONE, "help", Kind.ALONE),
          new Option('d', "dist", Kind.FLAG),
          new Option('h', "host", Kind.VALUE),
          new Option('p', "port", Kind.VALUE),
          new Option('V', "version", Kind.VALUE),
          new Option('c', "count", Kind.VALUE),
          new Option('R', "connrate", Kind.VALUE),
          new Option('i', "interval", Kind.VALUE),
          new Option(NONE, "ifaddr", Kind.VALUE),
          new Option(NONE, "prefix", Kind.VALUE),
          new Option(NONE, "shortids", Kind.FLAG),
          new Option('n', "startnumber", Kind.VALUE),
          new Option(NONE, "num-retry-connect", Kind.VALUE),
          new Option(NONE, "reconnect", Kind.VALUE),
          new Option('S', "ssl", Kind.FLAG),
          new Option(NONE, "ssl-version", Kind.VALUE),
          new Option(NONE, "cacertfile", Kind.VALUE),
          new Option(NONE, "certfile", Kind.VALUE),
          new Option(NONE, "keyfile", Kind.VALUE),
          new Option(NONE, "ciphers", Kind.VALUE),
          new Option(NONE, "signature-algs", Kind.VALUE),
          new Option(NONE, "keyex-algs", Kind.VALUE),
          new Option(NONE, "quic", Kind.VALUE),
          new Option(NONE, "ws", Kind.FLAG),
          new Option(NONE, "load-qst", Kind.VALUE),
          new Option('u', "username", Kind.VALUE),
          new Option('P', "password", Kind.VALUE),
          new Option('k', "keepalive", Kind.VALUE),
          new Option('C', "clean", Kind.FLAG),
          new Option('x', "session-expiry", Kind.VALUE),
          new Option('l', "lowmem", Kind.FLAG),
          new Option(NONE, "force-major-gc-interval", Kind.VALUE),
          new Option('Q', "qoe", Kind.FLAG),
          new Option(NONE, "qoelog", Kind.VALUE),
          new Option(NONE, "prometheus", Kind.ALONE),
          new Option(NONE, "restapi", Kind.VALUE),
          new Option(NONE, "log_to", Kind.VALUE),
          new Option('I', "interval_of_msg", Kind.VALUE),
          new Option('t', "topic", Kind.VALUE),
          new Option(NONE, "payload-hdrs", Kind.VALUE),
          new Option('s', "size", Kind.VALUE),
          new Option('m', "message", Kind.VALUE),
          new Option(NONE, "topics-payload", Kind.VALUE),
          new Option('q', "qos", Kind.VALUE),
          new Option('r', "retain", Kind.FLAG),
          new Option('L', "limit", Kind.VALUE),
          new Option('F', "inflight", Kind.VALUE),
          new Option('w', "wait-before-publishing", Kind.FLAG),
          new Option(NONE, "max-random-wait", Kind.VALUE),
          new Option(NONE, "min-random-wait", Kind.VALUE),
          new Option(NONE, "retry-interval", Kind.VALUE),
          new Option(NONE, "keep-connected", Kind.FLAG));

  private static final Set<String> NUMBERS =
      Set.of(
          "port",
          "version",
          "count",
          "connrate",
          "interval",
          "startnumber",
          "num-retry-connect",
          "reconnect",
          "keepalive",
          "session-expiry",
          "interval_of_msg",
          "size",
          "qos",
          "limit",
          "inflight",
          "max-random-wait",
          "min-random-wait",
          "retry-interval");

  private final List<Part> words;
  private final List<Part> parts = new ArrayList<>();
  private final Map<String, Part> byName = new LinkedHashMap<>();
  private int next;

  private BenchOptions(List<Part> words) {
    this.words = words;
  }

  /** Reads the words behind the name of a command. */
  static BenchOptions of(List<Part> words) {
    BenchOptions options = new BenchOptions(words);
    while (options.next < words.size()) {
      options.read(words.get(options.next++));
    }
    return options;
  }

  /** All options, and all other words. */
  List<Part> parts() {
    return parts;
  }

  /** The option of that long name, if it is given. */
  Optional<Part> get(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Value of an option; the given one if it is not there. */
  String value(String name, String byDefault) {
    return get(name).map(Part::value).orElse(byDefault);
  }

  /** Whole number of an option; the given one if it is not there or no number. */
  long number(String name, long byDefault) {
    String text = value(name, "");
    return text.matches("[0-9]{1,12}") ? Long.parseLong(text) : byDefault;
  }

  /** Returns whether a flag is given and true. */
  boolean isSet(String name) {
    return value(name, "false").equals(TRUE);
  }

  private void read(Part word) {
    String text = word.name();
    if (text.startsWith("--") && text.length() > 2) {
      int equals = text.indexOf('=');
      String name = equals < 0 ? text : text.substring(0, equals);
      Optional<Option> option =
          ALL.stream().filter(each -> ("--" + each.name()).equals(name)).findFirst();
      if (option.isEmpty()) {
        unknown(word);
      } else {
        add(option.get(), word, name, equals < 0 ? null : text.substring(equals + 1));
      }
    } else if (text.startsWith("-") && text.length() > 1) {
      cluster(word, text.substring(1));
    } else {
      parts.add(word);
    }
  }

  /** Letters behind one hyphen; a value may follow its letter at once. */
  private void cluster(Part word, String letters) {
    for (int i = 0; i < letters.length(); i++) {
      char letter = letters.charAt(i);
      Optional<Option> option = ALL.stream().filter(each -> each.shortName() == letter).findFirst();
      String rest = letters.substring(i + 1);
      if (option.isEmpty()) {
        unknown(i == 0 ? word : Part.of(word.line(), "-" + letters.substring(i), null));
        return;
      }
      boolean takesRest =
          !rest.isEmpty() && (option.get().kind() == Kind.VALUE || rest.matches("true|false"));
      add(option.get(), word, "-" + letter, takesRest ? rest : rest.isEmpty() ? null : TRUE);
      if (takesRest) {
        return;
      }
    }
  }

  /** One that another version may have; a word behind it that is no option may be its value. */
  private void unknown(Part word) {
    boolean hasValue = next < words.size() && !words.get(next).name().startsWith("-");
    parts.add(hasValue ? Part.of(word.line(), word.name(), words.get(next++).name()) : word);
  }

  private void add(Option option, Part word, String name, String given) {
    Part part = Part.of(word.line(), name, given == null ? following(option) : given);
    if (option.name().equals("password")) {
      part.hide();
    }
    parts.add(part);
    if (NUMBERS.contains(option.name()) && !part.value().matches("[0-9]{1,12}")) {
      part.leaveOut("expected a whole number");
      return;
    }
    if (byName.putIfAbsent(option.name(), part) != null) {
      part.leaveOut("the same option before it counts");
    }
  }

  private String following(Option option) {
    String word = next < words.size() ? words.get(next).name() : null;
    boolean isOfIt =
        switch (option.kind()) {
          case VALUE -> word != null;
          case FLAG -> word != null && word.matches("true|false|dump");
          case ALONE -> false;
        };
    if (isOfIt) {
      next++;
      return word;
    }
    return switch (option.kind()) {
      case VALUE -> "";
      case FLAG -> TRUE;
      case ALONE -> null;
    };
  }
}
