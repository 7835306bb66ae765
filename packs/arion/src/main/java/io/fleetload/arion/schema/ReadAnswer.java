// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.schema;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code NeighborRulesResponse}: the rules that a host asked for. */
public final class ReadAnswer {
  private static final int REPLY = 2;
  private static final int REPLY_RULE = 2;

  private ReadAnswer() {}

  /**
   * Number of rules in an answer.
   *
   * @throws IOException if it is no message
   */
  public static int count(byte[] message) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(message);
    int rules = 0;
    int tag;
    while ((tag = in.readTag()) != 0) {
      if (WireFormat.getTagFieldNumber(tag) == REPLY) {
        int outer = in.pushLimit(in.readRawVarint32());
        rules += hasRule(in) ? 1 : 0;
        in.popLimit(outer);
      } else {
        in.skipField(tag);
      }
    }
    return rules;
  }

  private static boolean hasRule(CodedInputStream in) throws IOException {
    boolean found = false;
    int tag;
    while ((tag = in.readTag()) != 0) {
      found |= WireFormat.getTagFieldNumber(tag) == REPLY_RULE;
      in.skipField(tag);
    }
    return found;
  }

  /**
   * The rules of an answer.
   *
   * @throws IOException if it is no message
   */
  public static List<NeighborRule> rules(byte[] message) throws IOException {
    List<NeighborRule> rules = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(message);
    int tag;
    while ((tag = in.readTag()) != 0) {
      if (WireFormat.getTagFieldNumber(tag) == REPLY) {
        int outer = in.pushLimit(in.readRawVarint32());
        reply(in, rules);
        in.popLimit(outer);
      } else {
        in.skipField(tag);
      }
    }
    return rules;
  }

  private static void reply(CodedInputStream in, List<NeighborRule> rules) throws IOException {
    NeighborRule rule = null;
    int tag;
    while ((tag = in.readTag()) != 0) {
      if (WireFormat.getTagFieldNumber(tag) == REPLY_RULE) {
        int outer = in.pushLimit(in.readRawVarint32());
        // Of a field that comes again, the last one counts.
        rule = NeighborRule.read(in);
        in.popLimit(outer);
      } else {
        in.skipField(tag);
      }
    }
    if (rule != null) {
      rules.add(rule);
    }
  }
}
