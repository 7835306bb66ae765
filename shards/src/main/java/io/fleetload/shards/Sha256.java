// SPDX-License-Identifier: EPL-2.0
package io.fleetload.shards;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digest that every Java has. */
final class Sha256 {
  private Sha256() {}

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("a Java without SHA-256", e);
    }
  }
}
