// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.http;

import io.fleetload.driver.Cause;

/** A response that cannot be read; nothing that follows it on its connection can be. */
public final class HttpFault extends Exception {
  private static final long serialVersionUID = 1;

  /** The other side does not speak HTTP/1.1, or breaks its rules. */
  public static final Cause NOT_HTTP = new Cause.Protocol("answer.notHttp");

  /** A response is larger than a client reads. */
  public static final Cause TOO_LARGE = new Cause.Protocol("answer.tooLarge");

  private final transient Cause cause;

  HttpFault(Cause cause) {
    super(cause.key(), null, false, false);
    this.cause = cause;
  }

  /** The cause in the books. */
  public Cause why() {
    return cause;
  }
}
