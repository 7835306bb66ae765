// SPDX-License-Identifier: EPL-2.0
package io.fleetload.body.data;

/**
 * A value of a file of data, or of a list.
 *
 * @param text as it was written; of a text of JSON, what its quotes hold
 */
public record Cell(String text, Form form) {

  /** Form of a value in its file or list. */
  public enum Form {
    /** Characters without a type. */
    PLAIN,
    /** A text of JSON. */
    STRING,
    /** Any other value of JSON. */
    JSON
  }
}
