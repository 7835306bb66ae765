// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.arion.profile.Addresses;
import io.fleetload.arion.rule.AskedKeys;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.arion.schema.ReadAnswer;
import io.fleetload.arion.schema.WriteAnswer;
import io.fleetload.driver.Cause;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/** Looks at an answer that came with the status OK. */
@FunctionalInterface
interface AnswerCheck {
  /** So many keys of one message are looked for one by one, a bit each. */
  int MOST_COUNTED = 1 << 20;

  /**
   * The flaw of an answer; null if it has no flaw.
   *
   * @throws IOException if it cannot be read
   */
  Cause flaw(byte[] answer) throws IOException;

  /**
   * Each answer has as many rules as keys were asked for in a request, and they are those of the
   * keys of one request, each once, and say what was written.
   *
   * @param keys in a request
   * @param first number of the first key
   * @param all how many keys all requests ask for; answers may overtake each other
   * @param written whether a rule says what was written
   */
  static AnswerCheck ofRead(
      AskedKeys asked, int keys, long first, long all, Predicate<NeighborRule> written) {
    // Where a key is asked for several times, or there are very many, none is looked for twice.
    BitSet came = all <= Math.min(asked.rules(), MOST_COUNTED) ? new BitSet((int) all) : null;
    return answer -> {
      int rules = ReadAnswer.count(answer);
      if (rules != keys) {
        return rules == 0
            ? GrpcCause.EMPTY
            : rules < keys ? GrpcCause.INCOMPLETE : GrpcCause.TOO_MANY;
      }
      int request = -1;
      for (NeighborRule rule : ReadAnswer.rules(answer)) {
        int position =
            asked.position(rule.tunnelId(), (int) Addresses.readIp(rule.ip()), first, all);
        if (position < 0) {
          return GrpcCause.OTHER_RULE;
        }
        if (came != null) {
          boolean ofAnother = request >= 0 && request != position / keys;
          if (ofAnother || came.get(position)) {
            return GrpcCause.OTHER_RULE;
          }
          request = position / keys;
          came.set(position);
        }
        if (!written.test(rule)) {
          return GrpcCause.ALTERED;
        }
      }
      return null;
    };
  }

  /** The answer to a write has a status, and says of no part that it did not go well. */
  static Cause ofWrite(byte[] answer) throws IOException {
    List<WriteAnswer.Status> statuses = WriteAnswer.statuses(answer);
    if (statuses.isEmpty()) {
      return GrpcCause.EMPTY;
    }
    for (WriteAnswer.Status each : statuses) {
      if (each != WriteAnswer.Status.SUCCESS) {
        return new Cause.Protocol("status." + GrpcCause.camelCase(each.name()));
      }
    }
    return null;
  }
}
