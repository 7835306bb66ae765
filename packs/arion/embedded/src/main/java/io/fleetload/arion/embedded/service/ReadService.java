// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded.service;

import io.fleetload.arion.embedded.fault.Faults;
import io.fleetload.arion.embedded.schema.HostRequest;
import io.fleetload.arion.embedded.schema.HostRequest.ResourceStateRequest;
import io.fleetload.arion.embedded.schema.NeighborRule;
import io.fleetload.arion.embedded.schema.NeighborRulesResponse;
import io.fleetload.arion.embedded.schema.NeighborRulesResponse.NeighborRuleReply;
import io.fleetload.arion.embedded.store.Rules;
import io.grpc.BindableService;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Reads. An unknown key fails a unary request, as in Arion: status UNKNOWN without details, also
 * where other keys are known. In a stream, which would end by that, it gets a reply without a rule.
 */
public final class ReadService implements BindableService {
  private final Rules rules;
  private final Faults faults;
  private final Traffic traffic;
  private final ScheduledExecutorService timer;

  public ReadService(Rules rules, Faults faults, Traffic traffic, ScheduledExecutorService timer) {
    this.rules = rules;
    this.faults = faults;
    this.traffic = traffic;
    this.timer = timer;
  }

  @Override
  public ServerServiceDefinition bindService() {
    return ServerServiceDefinition.builder("arion.schema.ArionMasterService")
        .addMethod(Methods.READ, ServerCalls.asyncUnaryCall(this::read))
        .addMethod(Methods.READ_STREAM, ServerCalls.asyncBidiStreamingCall(this::stream))
        .build();
  }

  private void read(HostRequest request, StreamObserver<NeighborRulesResponse> out) {
    traffic.reads.increment();
    NeighborRulesResponse answer = answer(request);
    if (complete(answer)) {
      out.onNext(answer);
      out.onCompleted();
    } else {
      out.onError(Status.UNKNOWN.asRuntimeException());
    }
  }

  private StreamObserver<HostRequest> stream(StreamObserver<NeighborRulesResponse> responses) {
    return new ReadStream((ServerCallStreamObserver<NeighborRulesResponse>) responses);
  }

  /** Takes requests only as fast as the client takes the answers. */
  private final class ReadStream implements StreamObserver<HostRequest> {
    private final ServerCallStreamObserver<NeighborRulesResponse> out;
    private final StreamObserver<NeighborRulesResponse> answers;
    private boolean full;

    ReadStream(ServerCallStreamObserver<NeighborRulesResponse> out) {
      this.out = out;
      answers = faults.halfClose() ? new LateAnswers(out, timer) : out;
      out.disableAutoRequest();
      out.setOnReadyHandler(this::ready);
      // Without it, an answer to a client that is gone throws.
      out.setOnCancelHandler(() -> {});
      out.request(1);
    }

    private void ready() {
      if (full) {
        full = false;
        out.request(1);
      }
    }

    @Override
    public void onNext(HostRequest request) {
      traffic.streamReads.increment();
      NeighborRulesResponse answer = answer(request);
      if (complete(answer) || !faults.silentUnknown()) {
        answers.onNext(answer);
      }
      full = !out.isReady();
      if (!full) {
        out.request(1);
      }
    }

    @Override
    public void onCompleted() {
      answers.onCompleted();
    }

    @Override
    public void onError(Throwable gone) {}
  }

  private NeighborRulesResponse answer(HostRequest request) {
    NeighborRulesResponse.Builder answer = NeighborRulesResponse.newBuilder();
    for (ResourceStateRequest each : request.getStateRequestsList()) {
      NeighborRuleReply.Builder reply =
          NeighborRuleReply.newBuilder().setRequestId(each.getRequestId());
      Optional<NeighborRule> rule = rules.get(each.getTunnelId(), each.getDestinationIp());
      rule.ifPresentOrElse(reply::setNeighborrule, traffic.unknown::increment);
      answer.addNeighborrules(reply);
    }
    return answer.build();
  }

  private static boolean complete(NeighborRulesResponse answer) {
    for (NeighborRuleReply each : answer.getNeighborrulesList()) {
      if (!each.hasNeighborrule()) {
        return false;
      }
    }
    return true;
  }
}
