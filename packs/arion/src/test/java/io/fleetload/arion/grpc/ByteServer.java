// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.grpc;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A server of gRPC on which a test answers by itself, with bytes. */
final class ByteServer implements AutoCloseable {
  static final long PATIENCE_SECONDS = 120;

  private final Server server;
  private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();

  /** What a client asked of a method, and where to answer. */
  static final class Call implements StreamObserver<byte[]> {
    final String method;
    final Metadata headers;
    final Context context;
    private final StreamObserver<byte[]> answers;
    private final BlockingQueue<byte[]> requests = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

    Call(String method, StreamObserver<byte[]> answers) {
      this.method = method;
      this.answers = answers;
      ((ServerCallStreamObserver<byte[]>) answers).setOnCancelHandler(() -> ends.add("cancelled"));
      this.headers = HEADERS.get();
      this.context = Context.current();
    }

    @Override
    public void onNext(byte[] request) {
      requests.add(request);
    }

    @Override
    public void onError(Throwable why) {
      // Said by the handler of cancellations, which also hears of those after the half-close.
    }

    @Override
    public void onCompleted() {
      ends.add("half-closed");
    }

    byte[] request() throws InterruptedException {
      return requests.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** The address that the client has. */
    String client() {
      return CLIENT.get(context).getAddress().getHostAddress();
    }

    /** How the client ended its side. */
    String end() throws InterruptedException {
      return ends.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    int requestsLeft() {
      return requests.size();
    }

    Call answer(byte[] message) {
      answers.onNext(message);
      return this;
    }

    void ok() {
      answers.onCompleted();
    }

    void fail(io.grpc.Status status) {
      answers.onError(status.asRuntimeException());
    }
  }

  private static final Context.Key<Metadata> HEADERS = Context.key("headers");
  private static final Context.Key<InetSocketAddress> CLIENT = Context.key("client");

  private ByteServer(NettyServerBuilder builder, List<ArionMethod> methods) throws IOException {
    Function<ArionMethod, ServerServiceDefinition> service =
        method -> {
          String name = method.fullName().substring(0, method.fullName().lastIndexOf('/'));
          return ServerServiceDefinition.builder(name)
              .addMethod(
                  method.descriptor().toBuilder()
                      .setType(io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
                      .build(),
                  ServerCalls.asyncBidiStreamingCall(answers -> accept(method, answers)))
              .build();
        };
    methods.forEach(each -> builder.addService(service.apply(each)));
    this.server = builder.intercept(new Headers()).directExecutor().build().start();
  }

  /** A call without a request is a probe, which a test does not see. */
  private StreamObserver<byte[]> accept(ArionMethod method, StreamObserver<byte[]> answers) {
    Call call = new Call(method.name(), answers);
    return new StreamObserver<>() {
      private boolean asked;

      @Override
      public void onNext(byte[] request) {
        call.onNext(request);
        if (!asked) {
          asked = true;
          calls.add(call);
        }
      }

      @Override
      public void onError(Throwable why) {
        call.onError(why);
      }

      @Override
      public void onCompleted() {
        if (asked) {
          call.onCompleted();
        } else {
          answers.onCompleted();
        }
      }
    };
  }

  static ByteServer start(ArionMethod... methods) throws IOException {
    return startAt(0, methods);
  }

  static ByteServer startAt(int port, ArionMethod... methods) throws IOException {
    return new ByteServer(builder(port), List.of(methods));
  }

  static ByteServer withTls(File certificate, File key, ArionMethod... methods) throws IOException {
    return new ByteServer(builder(0).useTransportSecurity(certificate, key), List.of(methods));
  }

  private static NettyServerBuilder builder(int port) {
    return NettyServerBuilder.forAddress(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  int port() {
    return server.getPort();
  }

  /** The next call with a request. */
  Call call() throws InterruptedException {
    return calls.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  int callsLeft() {
    return calls.size();
  }

  /** Takes no further calls; those under way go on. */
  void leave() {
    server.shutdown();
  }

  /** Ends at once, with all connections. */
  @Override
  public void close() {
    server.shutdownNow();
    try {
      if (!server.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the server does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Keeps what came with a call for the one who answers. */
  private static final class Headers implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      return Contexts.interceptCall(
          Context.current()
              .withValue(HEADERS, headers)
              .withValue(
                  CLIENT,
                  (InetSocketAddress) call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)),
          call,
          headers,
          next);
    }
  }
}
