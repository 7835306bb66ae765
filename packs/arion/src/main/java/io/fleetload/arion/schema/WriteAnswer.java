// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.schema;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code GoalStateOperationReply}: how it went with each part of a write. */
public final class WriteAnswer {
  private static final int PART = 2;
  private static final int PART_STATUS = 4;

  /** The result of a write. */
  public enum Status {
    SUCCESS(0),
    FAILURE(1),
    INVALID_ARG(2),
    PENDING(3),
    OUT_OF_ORDER(4),
    /** A number that the interface does not have. */
    UNKNOWN(-1);

    private final int number;

    Status(int number) {
      this.number = number;
    }

    private static Status of(int number) {
      for (Status each : values()) {
        if (each.number == number) {
          return each;
        }
      }
      return UNKNOWN;
    }
  }

  private WriteAnswer() {}

  /**
   * The statuses of an answer, in its order.
   *
   * @throws IOException if it is no message
   */
  public static List<Status> statuses(byte[] message) throws IOException {
    List<Status> statuses = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(message);
    int tag;
    while ((tag = in.readTag()) != 0) {
      if (WireFormat.getTagFieldNumber(tag) == PART) {
        int outer = in.pushLimit(in.readRawVarint32());
        statuses.add(status(in));
        in.popLimit(outer);
      } else {
        in.skipField(tag);
      }
    }
    return statuses;
  }

  private static Status status(CodedInputStream in) throws IOException {
    int status = 0;
    int tag;
    while ((tag = in.readTag()) != 0) {
      if (WireFormat.getTagFieldNumber(tag) == PART_STATUS) {
        status = in.readEnum();
      } else {
        in.skipField(tag);
      }
    }
    return Status.of(status);
  }
}
