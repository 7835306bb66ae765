// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion;

import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.grpc.CallOptions;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * A connection to the server of a profile, for watchers and provisioning. What answers comes on the
 * connection's own thread, which nothing may hold up for long.
 */
final class RuleServer implements AutoCloseable {
  static final Method READ = unary("arion.schema.ArionMasterService/RequestGoalstates");
  static final Method WRITE = unary("alcor.schema.GoalStateProvisioner/PushGoalstates");
  static final Method WATCH =
      new Method(
          descriptor("arion.schema.Watch/Watch", MethodDescriptor.MethodType.BIDI_STREAMING));

  private static final long LONGEST_ANSWER_SECONDS = 10;

  private final ArionTarget target;
  private final ManagedChannel channel;
  private final io.grpc.Channel calls;

  /** A method of the server; messages are bytes. */
  record Method(MethodDescriptor<byte[], byte[]> descriptor) {
    String name() {
      return descriptor.getFullMethodName();
    }
  }

  /** Opens nothing yet: the connection begins with the first request. */
  RuleServer(ArionTarget target) throws UsageException {
    this.target = target;
    NettyChannelBuilder builder =
        NettyChannelBuilder.forTarget("dns:///" + target.server()).directExecutor();
    if (target.tls() == null) {
      builder.usePlaintext();
    } else {
      secure(builder, target.tls());
    }
    this.channel = builder.build();
    Metadata metadata = new Metadata();
    target
        .metadata()
        .forEach(
            (key, value) ->
                metadata.put(Metadata.Key.of(key, Metadata.ASCII_STRING_MARSHALLER), value));
    this.calls =
        ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(metadata));
  }

  private static void secure(NettyChannelBuilder builder, ArionTarget.Tls tls)
      throws UsageException {
    try {
      SslContextBuilder context = GrpcSslContexts.forClient();
      if (tls.authorities() != null) {
        context.trustManager(new File(tls.authorities()));
      }
      if (tls.certificate() != null) {
        context.keyManager(new File(tls.certificate()), new File(tls.key()));
      }
      builder.sslContext(context.build());
      if (tls.serverName() != null) {
        builder.overrideAuthority(tls.serverName());
      }
    } catch (IllegalArgumentException | SSLException e) {
      throw new UsageException("target.tls: " + e.getMessage());
    }
  }

  private static Method unary(String name) {
    return new Method(descriptor(name, MethodDescriptor.MethodType.UNARY));
  }

  private static MethodDescriptor<byte[], byte[]> descriptor(
      String name, MethodDescriptor.MethodType type) {
    return MethodDescriptor.newBuilder(Bytes.PLAIN, Bytes.PLAIN)
        .setFullMethodName(name)
        .setType(type)
        .build();
  }

  private enum Bytes implements MethodDescriptor.Marshaller<byte[]> {
    PLAIN;

    @Override
    public InputStream stream(byte[] message) {
      return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream message) {
      try {
        return message.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException("memory does not fail", e);
      }
    }
  }

  /** Sends a request; the answer fails with a {@link io.grpc.StatusRuntimeException}. */
  CompletableFuture<byte[]> send(Method method, byte[] request) {
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(LONGEST_ANSWER_SECONDS, TimeUnit.SECONDS);
    ClientCalls.asyncUnaryCall(
        calls.newCall(method.descriptor, options),
        request,
        new StreamObserver<>() {
          @Override
          public void onNext(byte[] message) {
            answer.complete(message);
          }

          @Override
          public void onError(Throwable why) {
            answer.completeExceptionally(why);
          }

          @Override
          public void onCompleted() {
            // The answer was there before.
          }
        });
    return answer;
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @throws TargetException if the server is not there, or lacks the method, or refuses the request
   * @throws InterruptedException if the thread was interrupted
   */
  byte[] ask(Method method, byte[] request) throws TargetException, InterruptedException {
    try {
      return send(method, request).get(2 * LONGEST_ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw trouble(method, e.getCause());
    } catch (TimeoutException e) {
      throw trouble(method, e);
    }
  }

  /** Opens a watch; the server pushes rules until it is cancelled. */
  StreamObserver<byte[]> watch(StreamObserver<byte[]> rules) {
    return ClientCalls.asyncBidiStreamingCall(
        calls.newCall(WATCH.descriptor, CallOptions.DEFAULT), rules);
  }

  /** What a request's failure says to the user. */
  TargetException trouble(Method method, Throwable why) {
    Status status = Status.fromThrowable(why);
    return new TargetException(
        switch (status.getCode()) {
          case UNIMPLEMENTED ->
              "the server at %s has no method %s: it is no Arion master (target.server)"
                  .formatted(target.server(), method.name());
          case UNAVAILABLE ->
              "the server at %s is not reachable: %s (target.server)"
                  .formatted(target.server(), reason(status));
          default ->
              "the server at %s refuses %s: %s %s (target.server)"
                  .formatted(target.server(), method.name(), status.getCode(), reason(status));
        });
  }

  private static String reason(Status status) {
    Throwable cause = status.getCause();
    String reason = cause == null ? status.getDescription() : cause.getMessage();
    return reason == null ? "it does not say why" : reason.lines().findFirst().orElse("");
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
