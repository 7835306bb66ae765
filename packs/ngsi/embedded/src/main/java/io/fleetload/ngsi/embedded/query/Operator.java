// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.query;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** A comparison. The longer signs come first, so that a reader can try them in order. */
enum Operator {
  EQUAL("=="),
  UNEQUAL("!="),
  AT_LEAST(">="),
  AT_MOST("<="),
  PATTERN("~="),
  GREATER(">"),
  LESS("<");

  final String sign;

  Operator(String sign) {
    this.sign = sign;
  }

  /** Checks whether the value compares so with one of the operands; unequal: with each of them. */
  boolean holds(JsonNode value, List<Operand> operands) {
    return this == UNEQUAL
        ? operands.stream().noneMatch(it -> it.equalTo(value))
        : operands.stream().anyMatch(it -> holds(value, it));
  }

  private boolean holds(JsonNode value, Operand operand) {
    return switch (this) {
      case EQUAL -> operand.equalTo(value);
      case UNEQUAL -> !operand.equalTo(value);
      case PATTERN -> operand.found(value);
      case GREATER -> operand.comparable(value) && operand.compare(value) > 0;
      case LESS -> operand.comparable(value) && operand.compare(value) < 0;
      case AT_LEAST -> operand.comparable(value) && operand.compare(value) >= 0;
      case AT_MOST -> operand.comparable(value) && operand.compare(value) <= 0;
    };
  }
}
