// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.key;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a profile key is for: the source of its line in the schema and in the reference. Keys that
 * several records have stand at the interface that these implement.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.METHOD})
public @interface Doc {
  /** What the key is for, in one sentence. */
  String value();

  /** What holds when the key is absent; empty where {@link #required()}. */
  String byDefault() default "";

  /** Whether the key must be there. */
  boolean required() default false;

  /** The smallest number allowed. */
  long least() default Long.MIN_VALUE;

  /** The largest number allowed. */
  long most() default Long.MAX_VALUE;

  /** A regular expression that the text must match; empty for none. */
  String form() default "";

  /** What is expected, in words, where {@link #form()} is broken. */
  String expected() default "";

  /** Whether the value may be a secret and must not be shown. */
  boolean secret() default false;
}
