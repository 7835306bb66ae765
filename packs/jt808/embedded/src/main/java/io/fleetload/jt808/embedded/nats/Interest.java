// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.embedded.nats;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The subscriptions by subject. */
final class Interest {
  private final Map<String, List<Subscription>> exact = new HashMap<>();
  private final List<Subscription> wildcards = new ArrayList<>();
  private long turn;

  void add(Subscription subscription) {
    if (subscription.wild()) {
      wildcards.add(subscription);
    } else {
      exact.computeIfAbsent(subscription.subject, any -> new ArrayList<>()).add(subscription);
    }
  }

  void remove(Subscription subscription) {
    if (subscription.wild()) {
      wildcards.remove(subscription);
      return;
    }
    List<Subscription> same = exact.getOrDefault(subscription.subject, new ArrayList<>());
    same.remove(subscription);
    if (same.isEmpty()) {
      exact.remove(subscription.subject);
    }
  }

  /**
   * All subscriptions that match, but one of each queue group; nats-server takes any, we in turn.
   */
  void receivers(String subject, Consumer<Subscription> receiver) {
    List<Subscription> matching = new ArrayList<>(exact.getOrDefault(subject, List.of()));
    String[] tokens = subject.split("\\.");
    for (Subscription each : wildcards) {
      if (matches(each.tokens, tokens)) {
        matching.add(each);
      }
    }
    Map<String, List<Subscription>> groups = new LinkedHashMap<>();
    for (Subscription each : matching) {
      if (each.queue.isEmpty()) {
        receiver.accept(each);
      } else {
        groups.computeIfAbsent(each.queue, any -> new ArrayList<>()).add(each);
      }
    }
    for (List<Subscription> group : groups.values()) {
      receiver.accept(group.get((int) (turn++ % group.size())));
    }
  }

  /** Checks whether there are tokens and none is empty; {@code >} may be the last only. */
  static boolean valid(String subject) {
    String[] tokens = subject.split("\\.", -1);
    for (int i = 0; i < tokens.length; i++) {
      if (tokens[i].isEmpty() || (tokens[i].equals(">") && i < tokens.length - 1)) {
        return false;
      }
    }
    return true;
  }

  /** {@code *} is any one token, {@code >} one or more to the end. */
  private static boolean matches(String[] wanted, String[] tokens) {
    for (int i = 0; i < wanted.length; i++) {
      if (i >= tokens.length) {
        return false;
      }
      if (wanted[i].equals(">")) {
        return true;
      }
      if (!wanted[i].equals("*") && !wanted[i].equals(tokens[i])) {
        return false;
      }
    }
    return wanted.length == tokens.length;
  }
}
