// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import io.fleetload.process.UsageException;

/** A template or a file of data is wrong; one line for the user, without the key that has it. */
public final class TemplateException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With one line: what is wrong and what to write instead. */
  public TemplateException(String message) {
    super(message);
  }

  /** The same line with the key in front. */
  public UsageException at(String key) {
    return new UsageException(key + ": " + getMessage());
  }
}
