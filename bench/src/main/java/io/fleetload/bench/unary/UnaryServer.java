// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.unary;

import io.fleetload.bench.contestant.Running;
import io.fleetload.bench.unary.messages.HostRequest;
import io.fleetload.bench.unary.messages.NeighborRule;
import io.fleetload.bench.unary.messages.NeighborRulesResponse;
import io.fleetload.wire.netty.OneThread;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Answers every read with one rule; ends when its standard input does. */
public final class UnaryServer {
  private static final String SERVICE = "arion.schema.ArionMasterService";

  /** The read, as generated code describes it. */
  static final MethodDescriptor<HostRequest, NeighborRulesResponse> READ =
      MethodDescriptor.newBuilder(
              ProtoUtils.marshaller(HostRequest.getDefaultInstance()),
              ProtoUtils.marshaller(NeighborRulesResponse.getDefaultInstance()))
          .setFullMethodName(SERVICE + "/RequestGoalstates")
          .setType(MethodDescriptor.MethodType.UNARY)
          .build();

  private UnaryServer() {}

  /** Prints the port when it is ready. */
  public static void main(String[] arguments) throws IOException {
    Running.logWarningsOnly();
    NeighborRulesResponse rule = rule();
    OneThread thread = new OneThread("server");
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .bossEventLoopGroup(thread.group())
            .workerEventLoopGroup(thread.group())
            .channelType(thread.listening())
            .directExecutor()
            .addService(
                ServerServiceDefinition.builder(SERVICE)
                    .addMethod(
                        READ,
                        ServerCalls.asyncUnaryCall(
                            (request, answers) -> {
                              answers.onNext(rule);
                              answers.onCompleted();
                            }))
                    .build())
            .build()
            .start();
    System.out.println("port " + server.getPort());
    while (System.in.read() >= 0) {
      // Whoever started it holds the other end.
    }
    server.shutdownNow();
    System.exit(0);
  }

  private static NeighborRulesResponse rule() {
    return NeighborRulesResponse.newBuilder()
        .addNeighborrules(
            NeighborRulesResponse.NeighborRuleReply.newBuilder()
                .setRequestId("q0")
                .setNeighborrule(
                    NeighborRule.newBuilder()
                        .setIp("10.1.1.1")
                        .setHostip("10.0.1.2")
                        .setMac("00:00:00:00:00:99")
                        .setTunnelId(888)
                        .setHostmac("00:00:00:00:01:01")
                        .setArionwingGroup("group1")
                        .setVersion(5)))
        .build();
  }
}
