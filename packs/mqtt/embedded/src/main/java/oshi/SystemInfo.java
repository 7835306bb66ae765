// SPDX-License-Identifier: EPL-2.0
package oshi;

/**
 * In place of OSHI's class of that name. HiveMQ asks it for the processors of the machine alone,
 * and takes the virtual machine's number where it fails. OSHI itself would take half a second and
 * unpack native code into the user's home.
 */
public final class SystemInfo {
  /** Fails always. */
  public SystemInfo() {
    throw new UnsupportedOperationException("the virtual machine knows its processors");
  }
}
