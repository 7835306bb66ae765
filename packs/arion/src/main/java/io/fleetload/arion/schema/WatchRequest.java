// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.schema;

/**
 * An {@code ArionWingRequest}: asks for a group's rules, and then for their changes.
 *
 * @param group the group
 * @param revision the lowest version of a rule that is of interest; 0 for all
 */
public record WatchRequest(String group, long revision) {

  /** The bytes of the request, as the server reads it. */
  public byte[] write() {
    return FieldWriter.message(
        out -> {
          if (revision != 0) {
            out.writeUInt64(3, revision);
          }
          FieldWriter.text(out, 4, group);
        });
  }
}
