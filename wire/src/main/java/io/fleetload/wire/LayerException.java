// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire;

import java.io.IOException;

/**
 * A layer could not be opened or the other side broke its protocol; the message is one line: which
 * check failed, what was expected.
 */
public class LayerException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * With one line.
   *
   * @param cause null if there is no other exception
   */
  public LayerException(String message, Throwable cause) {
    super(message, cause);
  }
}
