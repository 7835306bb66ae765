// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.schema;

import java.io.ByteArrayOutputStream;

/** Writes {@code NeighborRulesRequest}: what becomes of rules. */
public final class WriteRequest {
  private static final int STATE = 3;
  private static final byte[] REVISION = FieldWriter.message(out -> out.writeUInt32(1, 1));
  private static final byte[] NETWORK = FieldWriter.message(out -> out.writeString(5, "vpc1"));
  private static final byte[] SUBNET = FieldWriter.message(out -> out.writeString(2, "s1"));

  private final ByteArrayOutputStream states = new ByteArrayOutputStream();

  /**
   * A request about nothing yet.
   *
   * @param requestId for the server's log
   */
  public WriteRequest(String requestId) {
    states.writeBytes(
        FieldWriter.message(
            out -> {
              out.writeUInt32(1, 1);
              FieldWriter.text(out, 2, requestId);
            }));
  }

  /** Adds what becomes of a rule; its version is the server's to give. */
  public WriteRequest state(Operation operation, NeighborRule rule) {
    byte[] fixedIp =
        FieldWriter.message(
            out -> {
              out.writeRawBytes(SUBNET);
              FieldWriter.text(out, 3, rule.ip());
              FieldWriter.text(out, 4, rule.group());
              FieldWriter.number(out, 5, rule.tunnelId());
            });
    byte[] configuration =
        FieldWriter.message(
            out -> {
              out.writeRawBytes(REVISION);
              out.writeString(3, "id-" + rule.ip());
              out.writeRawBytes(NETWORK);
              FieldWriter.text(out, 7, rule.mac());
              FieldWriter.text(out, 8, rule.hostMac());
              FieldWriter.text(out, 9, rule.hostIp());
              out.writeByteArray(10, fixedIp);
            });
    byte[] state =
        FieldWriter.message(
            out -> {
              FieldWriter.number(out, 1, operation.number());
              out.writeByteArray(2, configuration);
            });
    states.writeBytes(FieldWriter.message(out -> out.writeByteArray(STATE, state)));
    return this;
  }

  /** The bytes of the present message. */
  public byte[] write() {
    return states.toByteArray();
  }
}
