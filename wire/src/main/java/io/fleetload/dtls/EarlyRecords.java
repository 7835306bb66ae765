// SPDX-License-Identifier: EPL-2.0
package io.fleetload.dtls;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Records that came before they can be read: the server's Finished, and data that overtook it. They
 * are bounded, since anybody may send them; what does not fit is lost, as on the way.
 */
final class EarlyRecords {
  /** One full datagram of data beside the Finished. */
  static final int MOST_BYTES = 2_048;

  private static final int MOST = 8;

  private List<byte[]> records = new ArrayList<>(0);
  private int bytes;

  void keep(byte[] buffer, int at) {
    int length = RecordHeader.LENGTH + RecordHeader.length(buffer, at);
    if (records.size() < MOST && bytes + length <= MOST_BYTES) {
      records.add(Arrays.copyOfRange(buffer, at, at + length));
      bytes += length;
    }
  }

  List<byte[]> take() {
    List<byte[]> taken = records;
    records = new ArrayList<>(0);
    bytes = 0;
    return taken;
  }
}
