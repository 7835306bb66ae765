// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.template.data;

/**
 * A template or a file of data is wrong; one line for the user, without the key where it stands.
 */
public final class TemplateException extends Exception {
  private static final long serialVersionUID = 1L;

  public TemplateException(String message) {
    super(message);
  }
}
