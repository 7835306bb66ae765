// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnknownFieldSet;
import io.fleetload.arion.grpc.ArionMethod;
import io.fleetload.arion.rule.RuleMap;
import io.fleetload.arion.schema.NeighborRule;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The services of an Arion master in memory, as far as watchers and provisioning need them. */
public final class TinyArion implements AutoCloseable {
  private static final byte[] SUCCESS = {0x12, 0x00};
  private static final byte[] NONE = {};

  private final Map<String, NeighborRule> rules = new TreeMap<>();
  private final Map<StreamObserver<byte[]>, String> watchers = new LinkedHashMap<>();
  private final Server server;
  private final String address;
  private long version;
  private int writes;
  private Optional<byte[]> writeAnswer = Optional.of(SUCCESS);

  /** A server without one of the methods. */
  public static TinyArion without(ArionMethod missing) throws IOException {
    return new TinyArion(missing);
  }

  public TinyArion() throws IOException {
    this(null);
  }

  private TinyArion(ArionMethod missing) throws IOException {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Map<ArionMethod, Function<byte[], byte[]>> unary =
        Map.of(ArionMethod.READ, this::read, ArionMethod.WRITE, this::write);
    unary.forEach(
        (method, answer) -> {
          if (!method.equals(missing)) {
            builder.addService(
                service(
                    method,
                    ServerCalls.asyncServerStreamingCall(
                        (request, out) -> one(answer, request, out))));
          }
        });
    if (!ArionMethod.WATCH.equals(missing)) {
      builder.addService(
          service(ArionMethod.WATCH, ServerCalls.asyncBidiStreamingCall(this::watch)));
    }
    this.server = builder.directExecutor().build().start();
    this.address = "127.0.0.1:" + server.getPort();
  }

  private static ServerServiceDefinition service(
      ArionMethod method, io.grpc.ServerCallHandler<byte[], byte[]> handler) {
    String name = method.fullName().substring(0, method.fullName().lastIndexOf('/'));
    // gRPC's server itself sees to it that a unary call is answered once.
    MethodType type =
        method == ArionMethod.WATCH ? MethodType.BIDI_STREAMING : MethodType.SERVER_STREAMING;
    return ServerServiceDefinition.builder(name)
        .addMethod(method.descriptor().toBuilder().setType(type).build(), handler)
        .build();
  }

  private void one(Function<byte[], byte[]> answers, byte[] request, StreamObserver<byte[]> out) {
    byte[] answer = answers.apply(request);
    if (answer == NONE) {
      out.onCompleted();
    } else if (answer == null) {
      out.onError(Status.UNKNOWN.asRuntimeException());
    } else {
      out.onNext(answer);
      out.onCompleted();
    }
  }

  public synchronized int writes() {
    return writes;
  }

  public synchronized Map<String, NeighborRule> rules() {
    return new TreeMap<>(rules);
  }

  /** Takes a rule away, as if it had never been written. */
  public synchronized void forget(String key) {
    rules.remove(key);
  }

  public synchronized void put(NeighborRule rule) {
    put(RuleMap.key(rule.tunnelId(), rule.ip()), rule);
  }

  /** Answers with that rule where another key may be asked for. */
  public synchronized void put(String key, NeighborRule rule) {
    rules.put(key, rule);
  }

  /** Answers so from now on, whatever was written; null for no message at all. */
  public synchronized void answerWritesWith(byte[] answer) {
    writeAnswer = Optional.ofNullable(answer);
  }

  /** Ends all watches. */
  public synchronized void endWatches() {
    List<StreamObserver<byte[]>> all = new ArrayList<>(watchers.keySet());
    watchers.clear();
    all.forEach(StreamObserver::onCompleted);
  }

  public String address() {
    return address;
  }

  private synchronized byte[] read(byte[] request) {
    UnknownFieldSet.Builder answer = UnknownFieldSet.newBuilder();
    for (ByteString each : fields(request).getField(2).getLengthDelimitedList()) {
      UnknownFieldSet asked = fields(each.toByteArray());
      NeighborRule rule = rules.get(RuleMap.key(number(asked, 3), text(asked, 6)));
      if (rule == null) {
        return null;
      }
      UnknownFieldSet reply = message(2, ByteString.copyFrom(rule.write()));
      answer.mergeFrom(message(2, reply.toByteString()));
    }
    return answer.build().toByteArray();
  }

  private synchronized byte[] write(byte[] request) {
    for (ByteString each : fields(request).getField(3).getLengthDelimitedList()) {
      UnknownFieldSet state = fields(each.toByteArray());
      UnknownFieldSet neighbor = only(state, 2);
      UnknownFieldSet address = only(neighbor, 10);
      String key = RuleMap.key(number(address, 5), text(address, 3));
      version++;
      writes++;
      if (number(state, 1) == 4) {
        NeighborRule was = rules.remove(key);
        if (was != null) {
          tell(with(4, was));
        }
      } else {
        NeighborRule rule =
            new NeighborRule(
                1,
                text(address, 3),
                text(neighbor, 9),
                text(neighbor, 7),
                number(address, 5),
                text(neighbor, 8),
                text(address, 4),
                version);
        rules.put(key, rule);
        tell(rule);
      }
    }
    return writeAnswer.orElse(NONE);
  }

  private static NeighborRule with(int operation, NeighborRule rule) {
    return new NeighborRule(
        operation,
        rule.ip(),
        rule.hostIp(),
        rule.mac(),
        rule.tunnelId(),
        rule.hostMac(),
        rule.group(),
        rule.version());
  }

  private void tell(NeighborRule rule) {
    watchers.forEach(
        (watcher, group) -> {
          if (group.equals(rule.group())) {
            watcher.onNext(rule.write());
          }
        });
  }

  private StreamObserver<byte[]> watch(StreamObserver<byte[]> out) {
    return new StreamObserver<>() {
      @Override
      public void onNext(byte[] request) {
        synchronized (TinyArion.this) {
          UnknownFieldSet asked = fields(request);
          String group = text(asked, 4);
          long from = asked.getField(3).getVarintList().stream().findFirst().orElse(0L);
          rules.values().stream()
              .filter(each -> each.group().equals(group) && each.version() >= from)
              .forEach(each -> out.onNext(each.write()));
          watchers.put(out, group);
        }
      }

      @Override
      public void onError(Throwable why) {
        synchronized (TinyArion.this) {
          watchers.remove(out);
        }
      }

      @Override
      public void onCompleted() {
        // As with Arion, a half-close ends nothing.
      }
    };
  }

  private static UnknownFieldSet fields(byte[] message) {
    try {
      return UnknownFieldSet.parseFrom(CodedInputStream.newInstance(message));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static UnknownFieldSet only(UnknownFieldSet message, int field) {
    return fields(message.getField(field).getLengthDelimitedList().get(0).toByteArray());
  }

  private static UnknownFieldSet message(int field, ByteString bytes) {
    return UnknownFieldSet.newBuilder()
        .addField(field, UnknownFieldSet.Field.newBuilder().addLengthDelimited(bytes).build())
        .build();
  }

  private static String text(UnknownFieldSet message, int field) {
    return message.getField(field).getLengthDelimitedList().get(0).toStringUtf8();
  }

  private static int number(UnknownFieldSet message, int field) {
    return message.getField(field).getVarintList().get(0).intValue();
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
