// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.export;

/** Text for a page of Markdown. */
public final class Markdown {
  private Markdown() {}

  /** The same text where it ends no cell of a table and begins no markup. */
  public static String text(String plain) {
    return plain.replaceAll("[\\r\\n]+", " ").replaceAll("([\\\\`*_<>|\\[\\]])", "\\\\$1");
  }
}
