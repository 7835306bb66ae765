// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.schema;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes {@code HostRequest}: which rules a host asks for. All but the keys is the same in every
 * request, and written once.
 */
public final class ReadRequest {
  /** format_version 1. */
  private static final byte[] BEGIN = {0x08, 0x01};

  /** source_ip 10.0.0.1 and source_port 1 of a resource. */
  private static final byte[] SOURCE =
      FieldWriter.message(
          out -> {
            out.writeString(4, "10.0.0.1");
            out.writeUInt32(5, 1);
          });

  /** destination_port 2 of a resource. */
  private static final byte[] DESTINATION_PORT = FieldWriter.message(out -> out.writeUInt32(7, 2));

  private static final int RESOURCE = 2;

  private final ByteArrayOutputStream resources = new ByteArrayOutputStream();
  private int count;

  /** A request that asks for nothing yet. */
  public ReadRequest() {
    resources.writeBytes(BEGIN);
  }

  /** Asks for one more rule; its answer has the request id {@code q0}, {@code q1} and so on. */
  public ReadRequest ask(int tunnelId, String ip) {
    String id = "q" + count++;
    byte[] resource =
        FieldWriter.message(
            out -> {
              out.writeString(2, id);
              FieldWriter.number(out, 3, tunnelId);
              out.writeRawBytes(SOURCE);
              out.writeByteArray(6, ip.getBytes(StandardCharsets.US_ASCII));
              out.writeRawBytes(DESTINATION_PORT);
            });
    resources.writeBytes(FieldWriter.message(out -> out.writeByteArray(RESOURCE, resource)));
    return this;
  }

  /** The bytes of the present message. */
  public byte[] write() {
    return resources.toByteArray();
  }
}
