// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.arion.schema.ReadAnswer;
import io.fleetload.arion.schema.WriteAnswer;
import io.fleetload.driver.Cause;
import java.io.IOException;

/** Looks at an answer that came with the status OK. */
@FunctionalInterface
interface AnswerCheck {
  /**
   * What is wrong with an answer; null where nothing is.
   *
   * @throws IOException if it cannot be read
   */
  Cause flaw(byte[] answer) throws IOException;

  /** The answer to a read has as many rules as keys were asked for. */
  static AnswerCheck ofRead(int keys) {
    return answer -> {
      int rules = ReadAnswer.count(answer);
      if (rules == keys) {
        return null;
      }
      return rules == 0
          ? GrpcCause.EMPTY
          : rules < keys ? GrpcCause.INCOMPLETE : GrpcCause.TOO_MANY;
    };
  }

  /** The answer to a write says of no part that it did not go well. */
  static Cause ofWrite(byte[] answer) throws IOException {
    for (WriteAnswer.Status each : WriteAnswer.statuses(answer)) {
      if (each != WriteAnswer.Status.SUCCESS) {
        return new Cause.Protocol("status." + GrpcCause.camelCase(each.name()));
      }
    }
    return null;
  }
}
