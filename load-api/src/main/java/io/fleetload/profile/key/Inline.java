// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.key;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a part of a record that has no key of its own in the YAML: its keys are beside those of the
 * record. So what all packs have is declared once.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
public @interface Inline {
  /** The keys of the part of which this record says something else, such as another default. */
  Key[] value() default {};

  /** Says what a record changes about a key of such a part. */
  @interface Key {
    /** The key. */
    String name();

    /** The words and bounds that replace those of the part; what is left out stays. */
    Doc doc();
  }
}
