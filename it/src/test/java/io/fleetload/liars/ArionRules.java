// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static io.fleetload.liars.ArionRule.DELETE;
import static io.fleetload.liars.ArionRule.bits;
import static io.fleetload.liars.ArionRule.fields;
import static io.fleetload.liars.ArionRule.mac;
import static io.fleetload.liars.ArionRule.message;
import static io.fleetload.liars.ArionRule.number;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rules of a lying server and their watchers, with the lies about writes. */
final class ArionRules {
  private static final UnknownFieldSet SUCCESS = message(2, UnknownFieldSet.newBuilder().build());
  private static final UnknownFieldSet FAILURE = message(2, number(4, 1));
  private static final int RULES = 20;

  private final Lie lie;
  private final Draw.Phase phase;
  private final Runnable log;
  private final Map<String, ArionRule> rules = new LinkedHashMap<>();
  private final List<Watcher> watchers = new ArrayList<>();
  private long version;
  private ArionRule held;

  /** A watch of a group; its place is that among the group's watchers. */
  private record Watcher(StreamObserver<byte[]> out, String group, int place) {}

  /**
   * None yet.
   *
   * @param phase which messages are lied about
   * @param log notes each lie
   */
  ArionRules(Lie lie, Draw.Phase phase, Runnable log) {
    this.lie = lie;
    this.phase = phase;
    this.log = log;
  }

  /** The rule at a key; null where there is none. */
  ArionRule get(String key) {
    return rules.get(key);
  }

  /** Those of a group, from a version on. */
  List<ArionRule> of(String group, long from) {
    List<ArionRule> all = new ArrayList<>(rules.values());
    all.removeIf(each -> !each.group().equals(group) || each.version() < from);
    return all;
  }

  /** Tells a watcher of the changes of a group from now on. */
  void join(StreamObserver<byte[]> out, String group) {
    int place = (int) watchers.stream().filter(each -> each.group.equals(group)).count();
    watchers.add(new Watcher(out, group, place));
  }

  void leave(StreamObserver<byte[]> out) {
    watchers.removeIf(each -> each.out == out);
  }

  /** The rule at the key after that one, which is of the other group. */
  ArionRule next(String key) {
    int last = Integer.parseInt(key.substring(key.lastIndexOf('.') + 1));
    return rules.get("1-10.0.0." + (last % RULES + 1));
  }

  /** Makes a write, or lies; the answer. */
  UnknownFieldSet write(UnknownFieldSet request) {
    UnknownFieldSet answer = SUCCESS;
    for (ByteString each : request.getField(3).getLengthDelimitedList()) {
      UnknownFieldSet state = fields(each.toByteArray());
      ArionRule rule = ArionRule.written(state, ++version);
      boolean deletes = number(state, 1, 0) == DELETE;
      if (rule.isMarker()) {
        mark(rule, deletes);
      } else if (deletes) {
        delete(rule);
      } else {
        answer = written(rule);
      }
    }
    return answer;
  }

  private void mark(ArionRule marker, boolean deletes) {
    release();
    if (deletes) {
      rules.remove(marker.key());
      return;
    }
    rules.put(marker.key(), marker);
    push(marker);
    if (lie.isOf("marker")) {
      watchers.stream()
          .filter(each -> !each.group.equals(marker.group()))
          .forEach(
              each -> {
                log.run();
                tell(each, marker);
              });
    }
  }

  private void delete(ArionRule rule) {
    ArionRule was = rules.remove(rule.key());
    if (was == null) {
      return;
    }
    ArionRule gone = was.deleted(version);
    if (!about("deletion", rule)) {
      push(gone);
      return;
    }
    log.run();
    switch (lie.name()) {
      case "DELETION_LOST" -> {
        // No watcher hears of it.
      }
      case "DELETION_TWICE" -> {
        push(gone);
        pushToOne(gone);
      }
      default -> push(gone.withHostMac(otherTime(gone).hostMac()));
    }
  }

  /** Writes a rule and tells its watchers, or lies; the answer. */
  private UnknownFieldSet written(ArionRule rule) {
    boolean ofRun = rule.isMeasured();
    boolean neverWritten = ofRun && lie.isOf("rule") && rule.n() % RULES == RULES / 2;
    if (neverWritten) {
      log.run();
    } else {
      rules.put(rule.key(), rule);
    }
    if (ofRun && about("write", rule)) {
      return lieAboutWrite(rule);
    }
    push(rule);
    return SUCCESS;
  }

  /** Clients write by turns. */
  private boolean about(String what, ArionRule rule) {
    return lie.about(what, rule.n() % ArionLiar.CLIENTS.size(), rule.n(), phase);
  }

  private UnknownFieldSet lieAboutWrite(ArionRule rule) {
    // What is held is a lie once the next one is before it.
    if (!lie.is("REORDERED")) {
      log.run();
    }
    switch (lie.name()) {
      case "LOST" -> {
        // No watcher is told.
      }
      case "REORDERED" -> late(rule);
      case "LOST_AT_ONE_WATCHER" -> pushToOthers(rule);
      case "TWICE" -> {
        push(rule);
        pushToOne(rule);
      }
      case "OTHER_GROUP" -> push(rule, next(rule.key()).group());
      case "OTHER_KEY" ->
          push(rule.with(next(rule.key()).ip(), rule.host(), rule.mac(), rule.hostMac()));
      case "OTHER_TIME" -> push(otherTime(rule));
      case "OTHER_CLIENT" -> push(rule.withMac(mac(bits(rule.mac()) ^ 1)));
      case "OTHER_PERIOD" -> push(rule.withMac(mac(bits(rule.mac()) ^ (1L << 47))));
      case "OTHER_GROUP_NAMED" -> push(rule.of("group7"), rule.group());
      case "INVENTED" -> {
        push(rule);
        // Far beyond the numbers of the run, and about the same rule.
        push(rule.withMac(mac(bits(rule.mac()) + ((50_000L * RULES) << 14))));
      }
      case "OTHER_RUN" -> {
        push(rule);
        pushToOne(rule.withHost("9.9.9.9"));
      }
      case "WITHOUT_STAMP" -> {
        push(rule);
        pushToOne(rule.withMac("00:16:3e:00:00:01"));
      }
      case "UNCONFIRMED" -> {
        push(rule);
        return FAILURE;
      }
      case "WITHOUT_STATUS" -> {
        push(rule);
        return UnknownFieldSet.newBuilder().build();
      }
      default -> throw new AssertionError(lie);
    }
    return SUCCESS;
  }

  /** Another time of sending, by one bit. */
  static ArionRule otherTime(ArionRule rule) {
    return rule.withHostMac(mac(bits(rule.hostMac()) ^ 1));
  }

  /** One watcher hears of a client's write after the client's next one. */
  private void late(ArionRule rule) {
    pushToOthers(rule);
    if (held == null) {
      held = rule;
    } else {
      log.run();
      pushToOne(rule);
      release();
    }
  }

  private void release() {
    if (held != null) {
      pushToOne(held);
      held = null;
    }
  }

  private void push(ArionRule rule) {
    push(rule, rule.group());
  }

  private void push(ArionRule rule, String group) {
    watchers.stream().filter(each -> each.group.equals(group)).forEach(each -> tell(each, rule));
  }

  private void pushToOne(ArionRule rule) {
    watchers.stream()
        .filter(each -> each.group.equals(rule.group()) && each.place == 0)
        .forEach(each -> tell(each, rule));
  }

  private void pushToOthers(ArionRule rule) {
    watchers.stream()
        .filter(each -> each.group.equals(rule.group()) && each.place > 0)
        .forEach(each -> tell(each, rule));
  }

  private static void tell(Watcher watcher, ArionRule rule) {
    watcher.out.onNext(rule.message().toByteArray());
  }
}
