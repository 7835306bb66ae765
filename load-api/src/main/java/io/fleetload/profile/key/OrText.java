// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.key;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A section of a profile that may be written as one text, too. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface OrText {
  /** Description of what is expected, both forms in words. */
  String value();
}
