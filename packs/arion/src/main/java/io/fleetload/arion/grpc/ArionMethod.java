// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;

/** The methods of an Arion master; their messages are bytes here. */
public enum ArionMethod {
  READ("arion.schema.ArionMasterService/RequestGoalstates", MethodType.UNARY),
  READ_STREAM("arion.schema.ArionMasterService/RequestGoalstateStream", MethodType.BIDI_STREAMING),
  WRITE("alcor.schema.GoalStateProvisioner/PushGoalstates", MethodType.UNARY),
  WATCH("arion.schema.Watch/Watch", MethodType.BIDI_STREAMING);

  @SuppressWarnings("ImmutableEnumChecker") // gRPC's descriptors do not change
  private final MethodDescriptor<byte[], byte[]> descriptor;

  ArionMethod(String fullName, MethodType type) {
    MessageBytes bytes = new MessageBytes();
    this.descriptor =
        MethodDescriptor.newBuilder(bytes, bytes).setFullMethodName(fullName).setType(type).build();
  }

  /** The method for gRPC. */
  public MethodDescriptor<byte[], byte[]> descriptor() {
    return descriptor;
  }

  /** Its name as gRPC writes it: package, service, method. */
  public String fullName() {
    return descriptor.getFullMethodName();
  }
}
