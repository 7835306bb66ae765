// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.option;

import java.util.regex.Pattern;

/** A word as a shell takes it. */
public final class ShellWord {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._/:+-]+");

  private ShellWord() {}

  /** The word, in quotes where it needs them. */
  public static String of(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
