// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.command;

import io.fleetload.jt808.profile.Terminals;

/** The terminals by their phone numbers. */
final class PhoneBook {
  private final Terminals terminals;
  private final String prefix;

  PhoneBook(Terminals terminals) {
    this.terminals = terminals;
    this.prefix = terminals.phone().substring(0, terminals.phone().indexOf('{'));
  }

  /** The index of the terminal with that number; -1 where none has it. */
  int index(String phone) {
    if (!phone.startsWith(prefix) || phone.length() == prefix.length()) {
      return -1;
    }
    int index;
    try {
      index = Integer.parseInt(phone.substring(prefix.length()));
    } catch (NumberFormatException e) {
      return -1;
    }
    boolean known = index >= 0 && index < terminals.count();
    return known && terminals.name(index).equals(phone) ? index : -1;
  }
}
