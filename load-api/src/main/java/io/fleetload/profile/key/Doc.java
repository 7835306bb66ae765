// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.key;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Purpose of a profile key: the source of its line in the schema and in the reference. Keys that
 * several records have are annotated at the interface that these implement; a record that is a kind
 * of section has it itself.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.METHOD, ElementType.TYPE})
public @interface Doc {
  /** Purpose of the key, in one sentence. */
  String value();

  /** Value that applies when the key is absent; empty where {@link #required()}. */
  String byDefault() default "";

  /** True if the key must be there. */
  boolean required() default false;

  /** The smallest number allowed. */
  long least() default Long.MIN_VALUE;

  /** The largest number allowed. */
  long most() default Long.MAX_VALUE;

  /** A regular expression that the text must match; empty for none. */
  String form() default "";

  /** Description of what is expected, where {@link #form()} is broken. */
  String expected() default "";

  /** True if the value may be a secret and must not be shown. */
  boolean secret() default false;
}
