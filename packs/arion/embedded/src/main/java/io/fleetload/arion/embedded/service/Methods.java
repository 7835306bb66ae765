// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded.service;

import com.google.protobuf.Message;
import io.fleetload.arion.embedded.alcor.GoalStateOperationReply;
import io.fleetload.arion.embedded.alcor.NeighborRulesRequest;
import io.fleetload.arion.embedded.schema.ArionWingRequest;
import io.fleetload.arion.embedded.schema.HostRequest;
import io.fleetload.arion.embedded.schema.NeighborRule;
import io.fleetload.arion.embedded.schema.NeighborRulesResponse;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.protobuf.ProtoUtils;

/** The methods, named as in the {@code .proto} files. */
public final class Methods {
  public static final MethodDescriptor<HostRequest, NeighborRulesResponse> READ =
      method(
          "arion.schema.ArionMasterService/RequestGoalstates",
          MethodType.UNARY,
          HostRequest.getDefaultInstance(),
          NeighborRulesResponse.getDefaultInstance());

  public static final MethodDescriptor<HostRequest, NeighborRulesResponse> READ_STREAM =
      method(
          "arion.schema.ArionMasterService/RequestGoalstateStream",
          MethodType.BIDI_STREAMING,
          HostRequest.getDefaultInstance(),
          NeighborRulesResponse.getDefaultInstance());

  public static final MethodDescriptor<ArionWingRequest, NeighborRule> WATCH =
      method(
          "arion.schema.Watch/Watch",
          MethodType.BIDI_STREAMING,
          ArionWingRequest.getDefaultInstance(),
          NeighborRule.getDefaultInstance());

  public static final MethodDescriptor<NeighborRulesRequest, GoalStateOperationReply> WRITE =
      method(
          "alcor.schema.GoalStateProvisioner/PushGoalstates",
          MethodType.UNARY,
          NeighborRulesRequest.getDefaultInstance(),
          GoalStateOperationReply.getDefaultInstance());

  private Methods() {}

  private static <Q extends Message, A extends Message> MethodDescriptor<Q, A> method(
      String name, MethodType type, Q request, A answer) {
    return MethodDescriptor.<Q, A>newBuilder()
        .setFullMethodName(name)
        .setType(type)
        .setRequestMarshaller(ProtoUtils.marshaller(request))
        .setResponseMarshaller(ProtoUtils.marshaller(answer))
        .build();
  }
}
