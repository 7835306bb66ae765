// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded;

import io.fleetload.arion.embedded.alcor.GoalStateOperationReply;
import io.fleetload.arion.embedded.alcor.NeighborRulesRequest;
import io.fleetload.arion.embedded.schema.ArionWingRequest;
import io.fleetload.arion.embedded.schema.HostRequest;
import io.fleetload.arion.embedded.schema.NeighborRule;
import io.fleetload.arion.embedded.schema.NeighborRulesResponse;
import io.fleetload.arion.embedded.service.Methods;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/** One connection. A call that gets no answer fails after a while. */
final class Client implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 120;

  private static final Marshaller<byte[]> BYTES =
      new Marshaller<>() {
        @Override
        public InputStream stream(byte[] bytes) {
          return new ByteArrayInputStream(bytes);
        }

        @Override
        public byte[] parse(InputStream stream) {
          try {
            return stream.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  private final ManagedChannel channel;

  Client(String address) {
    channel = NettyChannelBuilder.forTarget(address).usePlaintext().build();
  }

  ManagedChannel channel() {
    return channel;
  }

  NeighborRulesResponse read(HostRequest request) {
    return ClientCalls.blockingUnaryCall(channel, Methods.READ, patient(), request);
  }

  GoalStateOperationReply write(NeighborRulesRequest request) {
    return ClientCalls.blockingUnaryCall(channel, Methods.WRITE, patient(), request);
  }

  Stream<HostRequest, NeighborRulesResponse> stream() {
    return streamThatTakes(Integer.MAX_VALUE);
  }

  Stream<HostRequest, NeighborRulesResponse> streamThatTakes(int answers) {
    return new Stream<>(channel.newCall(Methods.READ_STREAM, patient()), answers);
  }

  Stream<ArionWingRequest, NeighborRule> watch(String group, long rev) {
    Stream<ArionWingRequest, NeighborRule> watch =
        new Stream<>(channel.newCall(Methods.WATCH, patient()), Integer.MAX_VALUE);
    watch.send(ArionWingRequest.newBuilder().setGroup(group).setRev(rev).build());
    return watch;
  }

  /** The answer's bytes in hex, or the status as the recording has it. */
  String unary(MethodDescriptor<?, ?> method, String request) {
    MethodDescriptor<byte[], byte[]> raw = method.toBuilder(BYTES, BYTES).build();
    try {
      byte[] sent = HexFormat.of().parseHex(request);
      byte[] answer = ClientCalls.blockingUnaryCall(channel, raw, patient(), sent);
      return HexFormat.of().formatHex(answer);
    } catch (StatusRuntimeException e) {
      String details = e.getStatus().getDescription();
      return "StatusCode.%s '%s'"
          .formatted(e.getStatus().getCode(), details == null ? "" : details);
    }
  }

  private static CallOptions patient() {
    return CallOptions.DEFAULT.withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
