// SPDX-License-Identifier: EPL-2.0
package io.fleetload.quantity;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A value that a profile writes as one text with its unit. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Quantity {
  /** The regular expression that the whole text must match. */
  String form();

  /** Description of what is expected. */
  String expected();
}
