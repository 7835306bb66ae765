// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.fleetload.driver.Cause;
import io.grpc.Status;
import java.net.SocketException;
import java.util.Locale;

/** Causes for which requests and connections fail, in the words of the books. */
public final class GrpcCause {
  private static final String GRPC = "grpc.";

  /** Flaw of an answer although its status is OK. */
  static final Cause EMPTY = new Cause.Protocol("answer.empty");

  static final Cause INCOMPLETE = new Cause.Protocol("answer.incomplete");
  static final Cause TOO_MANY = new Cause.Protocol("answer.tooMany");

  /** A rule that was not asked for, or one twice. */
  public static final Cause OTHER_RULE = new Cause.Protocol("answer.otherRule");

  /** A rule that says something else than was written. */
  public static final Cause ALTERED = new Cause.Protocol("answer.altered");

  public static final Cause UNREADABLE = new Cause.Protocol("answer.unreadable");

  /** Of one of several answers: it is good, and none of those that make the message whole. */
  public static final Cause NOT_COUNTED = new Cause.Protocol("answer.notCounted");

  private GrpcCause() {}

  /** The server's status, such as {@code grpc.deadlineExceeded}. */
  static Cause of(Status status) {
    return new Cause.Protocol(GRPC + camelCase(status.getCode().name()));
  }

  /** A method that a session cannot be opened without, and why. */
  static Cause of(Status status, ArionMethod method) {
    return new Cause.Protocol(GRPC + camelCase(status.getCode().name()) + "." + method.fullName());
  }

  /** The reason why a connection was not established. */
  static Cause ofConnecting(Status status) {
    for (Throwable each = status.getCause(); each != null; each = each.getCause()) {
      if (each instanceof SocketException) {
        return Cause.Transport.UNREACHABLE;
      }
    }
    return Cause.Transport.HANDSHAKE;
  }

  /** A name in capitals as the other words of the books are written. */
  static String camelCase(String name) {
    StringBuilder word = new StringBuilder();
    for (String part : name.toLowerCase(Locale.ROOT).split("_")) {
      word.append(
          word.isEmpty()
              ? part
              : part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
    }
    return word.toString();
  }
}
