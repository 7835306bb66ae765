// SPDX-License-Identifier: EPL-2.0
package io.fleetload.jt808.wire;

/** The edition of the standard that a terminal speaks. */
public enum Version {
  /** JT/T 808-2013. */
  V2013(6, 0),

  /** JT/T 808-2019: longer phone numbers, and a byte of protocol version in the header. */
  V2019(10, 1);

  private final int phoneBytes;
  private final int versionBytes;

  Version(int phoneBytes, int versionBytes) {
    this.phoneBytes = phoneBytes;
    this.versionBytes = versionBytes;
  }

  /** Bytes of a phone number in the header, two digits each. */
  public int phoneBytes() {
    return phoneBytes;
  }

  /** Offset of the phone number in a header. */
  int phoneAt() {
    return 4 + versionBytes;
  }

  /** Bytes of a header. */
  int headerBytes(boolean fragment) {
    return phoneAt() + phoneBytes + 2 + (fragment ? 4 : 0);
  }

  /** Name of the edition. */
  @Override
  public String toString() {
    return "JT/T 808-" + name().substring(1);
  }
}
