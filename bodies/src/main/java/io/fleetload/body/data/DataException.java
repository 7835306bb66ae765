// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body.data;

/** A file of data is of no use; one line for the user, without the key that names the file. */
public final class DataException extends Exception {
  private static final long serialVersionUID = 1L;

  DataException(String message) {
    super(message);
  }
}
