// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body;

import java.nio.charset.StandardCharsets;

/**
 * Place of a placeholder, and how a text is written there. Bodies have places of their own; a pack
 * adds those of its protocol, such as a header.
 */
public interface Place {
  /** Encodes the value of a placeholder. */
  byte[] encoded(String value);

  /**
   * Encodes what the user wrote around the placeholders.
   *
   * @throws TemplateException if it cannot be there
   */
  default byte[] written(String text) throws TemplateException {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
