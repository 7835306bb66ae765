// SPDX-License-Identifier: EPL-2.0
package io.fleetload.liars;

import static io.fleetload.liars.ArionRule.fields;
import static io.fleetload.liars.ArionRule.key;
import static io.fleetload.liars.ArionRule.merged;
import static io.fleetload.liars.ArionRule.message;
import static io.fleetload.liars.ArionRule.number;
import static io.fleetload.liars.ArionRule.text;

import com.google.protobuf.UnknownFieldSet;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A server of an Arion master's services that tells one lie. All that it does is done by one lock,
 * so its log is in the order of its deeds.
 */
final class ArionLiar implements AutoCloseable {
  /** The addresses that the clients connect from; it refuses the fifth and the tenth. */
  static final List<String> CLIENTS =
      IntStream.range(0, 10).mapToObj(client -> "127.0.0." + (client + 2)).toList();

  private static final Set<String> UNWELCOME = Set.of(CLIENTS.get(4), CLIENTS.get(9));

  private static final String READ = "arion.schema.ArionMasterService/RequestGoalstates";
  private static final String STREAM = "arion.schema.ArionMasterService/RequestGoalstateStream";
  private static final String WRITE = "alcor.schema.GoalStateProvisioner/PushGoalstates";
  private static final String WATCH = "arion.schema.Watch/Watch";

  /** How many requests a stream has, and how many keys a read of the flow read. */
  private static final int IN_A_STREAM = 5;

  private static final int IN_A_READ = 2;

  private final Lie lie;
  private final Draw.Phase phase;
  private final Server server;
  private final ArionRules rules;
  private final Set<String> refused = new HashSet<>();
  private int reads;
  private int readsBack;
  private int streams;
  private int loads;
  private int told;
  private UnknownFieldSet answeredBefore;

  /**
   * Begins to serve.
   *
   * @param draw which messages it lies about
   */
  ArionLiar(Lie lie, Draw draw) throws IOException {
    this.lie = lie;
    this.phase = draw.begin();
    this.rules = new ArionRules(lie, phase, this::lied);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(
            new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
    Map<String, ServerServiceDefinition.Builder> services = new LinkedHashMap<>();
    for (String method : List.of(READ, STREAM, WRITE, WATCH)) {
      services
          .computeIfAbsent(
              method.substring(0, method.indexOf('/')), ServerServiceDefinition::builder)
          .addMethod(
              MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                  .setFullMethodName(method)
                  // So that more than one answer can be sent.
                  .setType(MethodType.BIDI_STREAMING)
                  .build(),
              ServerCalls.asyncBidiStreamingCall(out -> new Call(method, out)));
    }
    services.values().forEach(each -> builder.addService(each.build()));
    this.server = builder.intercept(new Doorman()).directExecutor().build().start();
  }

  /** Where it is, {@code host:port}. */
  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  /** How often it lied. */
  synchronized int told() {
    return told;
  }

  private boolean about(String what, int n) {
    return lie.about(what, n % CLIENTS.size(), n, phase);
  }

  private boolean lied() {
    told++;
    return true;
  }

  /** Turns away the clients that it does not want. */
  private final class Doorman implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      InetSocketAddress client =
          (InetSocketAddress) call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
      String address = client.getAddress().getHostAddress();
      synchronized (ArionLiar.this) {
        if (lie.isOf("session") && UNWELCOME.contains(address)) {
          refused.add(address);
          told = refused.size();
          call.close(Status.UNAUTHENTICATED, new Metadata());
          return new ServerCall.Listener<>() {};
        }
      }
      return next.startCall(call, headers);
    }
  }

  private final class Call implements StreamObserver<byte[]> {
    private final String method;
    private final StreamObserver<byte[]> out;
    private final List<UnknownFieldSet> answers = new ArrayList<>();
    private int requests;
    private boolean ended;

    Call(String method, StreamObserver<byte[]> out) {
      this.method = method;
      this.out = out;
      ((ServerCallStreamObserver<byte[]>) out).setOnCancelHandler(this::gone);
    }

    private void gone() {
      synchronized (ArionLiar.this) {
        rules.leave(out);
        ended = true;
      }
    }

    @Override
    public void onNext(byte[] request) {
      synchronized (ArionLiar.this) {
        requests++;
        switch (method) {
          case READ -> read(fields(request));
          case STREAM -> stream(fields(request));
          case WRITE -> {
            answer(rules.write(fields(request)));
            end();
          }
          default -> watch(fields(request));
        }
      }
    }

    private void answer(UnknownFieldSet message) {
      if (!ended) {
        out.onNext(message.toByteArray());
      }
    }

    private void end() {
      if (!ended) {
        ended = true;
        out.onCompleted();
      }
    }

    private void read(UnknownFieldSet request) {
      UnknownFieldSet truth = answerTo(request);
      int keys = asked(request).size();
      if (truth == null) {
        ended = true;
        out.onError(Status.UNKNOWN.asRuntimeException());
        return;
      }
      boolean ofFlow = keys == IN_A_READ;
      boolean back = keys == 1 && !asked(request).get(0).contains("-241.");
      if (ofFlow && about("read", reads++)) {
        lieAboutRead(request, truth);
      } else if (back && about("readBack", readsBack++)) {
        lied();
        answer(
            lie.is("BACK_OTHER_KEY")
                ? reply(rules.next(asked(request).get(0)))
                : reply(ArionRules.otherTime(rules.get(asked(request).get(0)))));
      } else {
        answer(truth);
      }
      if (ofFlow) {
        answeredBefore = truth;
      }
      end();
    }

    private void lieAboutRead(UnknownFieldSet request, UnknownFieldSet truth) {
      if (answeredBefore == null) {
        answer(truth);
        return;
      }
      lied();
      ArionRule one = rules.get(asked(request).get(0));
      ArionRule two = rules.get(asked(request).get(1));
      switch (lie.name()) {
        case "READ_EMPTY" -> answer(UnknownFieldSet.newBuilder().build());
        case "READ_CUT" -> {
          byte[] whole = truth.toByteArray();
          out.onNext(Arrays.copyOf(whole, whole.length - 3));
        }
        case "READ_LESS" -> answer(reply(one));
        case "READ_MORE" -> answer(merged(truth, reply(rules.next(two.key()))));
        case "READ_TWICE" -> {
          answer(truth);
          answer(truth);
        }
        case "READ_REPEATED" -> answer(merged(reply(one), reply(one)));
        case "READ_OTHER_KEY" -> answer(merged(reply(one), reply(rules.next(two.key()))));
        case "READ_OTHER_REQUEST" -> answer(answeredBefore);
        case "READ_OTHER_HOST" -> answer(merged(reply(one), reply(two.withHost("172.16.9.9"))));
        default -> throw new AssertionError(lie);
      }
    }

    private void stream(UnknownFieldSet request) {
      UnknownFieldSet truth = answerTo(request);
      answers.add(truth);
      boolean last = requests == IN_A_STREAM;
      boolean lies = last && about("stream", streams++) && lied();
      switch (lies ? lie.name() : "NONE") {
        case "STREAM_LESS" -> end();
        case "STREAM_MORE" -> {
          answer(truth);
          answer(truth);
        }
        case "STREAM_REPEATED" -> answer(answers.get(0));
        case "STREAM_EMPTY" -> answer(UnknownFieldSet.newBuilder().build());
        case "STREAM_OTHER_HOST" ->
            answer(reply(rules.get(asked(request).get(0)).withHost("172.16.9.9")));
        default -> answer(truth);
      }
    }

    private void watch(UnknownFieldSet request) {
      String group = text(request, 4);
      long from = number(request, 3, 0);
      List<ArionRule> all = rules.of(group, from);
      boolean load = from == 0;
      if (load && about("load", loads++) && lied()) {
        // The last one may be a marker.
        ArionRule one = all.remove(0);
        switch (lie.name()) {
          case "LOAD_OTHER_GROUP" -> all.add(rules.next(one.key()));
          case "LOAD_OTHER_HOST" -> all.add(one.withHost("172.16.9.9"));
          default -> {
            // It keeps that rule to itself, and all that comes of it.
            all.forEach(each -> answer(each.message()));
            return;
          }
        }
      }
      all.forEach(each -> answer(each.message()));
      if (!load) {
        rules.join(out, group);
      }
    }

    @Override
    public void onError(Throwable why) {
      gone();
    }

    @Override
    public void onCompleted() {
      synchronized (ArionLiar.this) {
        if (requests == 0 || method.equals(STREAM)) {
          end();
        }
      }
    }
  }

  /** The truth; null where a key is not there. */
  private UnknownFieldSet answerTo(UnknownFieldSet request) {
    UnknownFieldSet answer = UnknownFieldSet.newBuilder().build();
    for (String key : asked(request)) {
      if (rules.get(key) == null) {
        return null;
      }
      answer = merged(answer, reply(rules.get(key)));
    }
    return answer;
  }

  private static List<String> asked(UnknownFieldSet request) {
    return request.getField(2).getLengthDelimitedList().stream()
        .map(each -> fields(each.toByteArray()))
        .map(each -> key((int) number(each, 3, 0), text(each, 6)))
        .toList();
  }

  private static UnknownFieldSet reply(ArionRule rule) {
    return message(2, message(2, rule.message()));
  }

  /** Messages as the bytes that they are on the wire. */
  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] message) {
      return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream message) {
      try {
        return message.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
