// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded.service;

import io.fleetload.arion.embedded.alcor.GoalStateOperationReply;
import io.fleetload.arion.embedded.alcor.NeighborConfiguration;
import io.fleetload.arion.embedded.alcor.NeighborConfiguration.FixedIp;
import io.fleetload.arion.embedded.alcor.NeighborRulesRequest;
import io.fleetload.arion.embedded.alcor.NeighborState;
import io.fleetload.arion.embedded.alcor.OperationStatus;
import io.fleetload.arion.embedded.fault.Faults;
import io.fleetload.arion.embedded.schema.NeighborRule;
import io.fleetload.arion.embedded.store.RuleMap;
import io.grpc.BindableService;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Writes. INFO, CREATE and UPDATE store a rule for each fixed ip; DELETE deletes it. The answer is
 * one status SUCCESS where all was done, as Arion's, and else one status for each state that was
 * not: INVALID_ARG for a GET, for a state without a fixed ip and for a request without a state;
 * FAILURE for a DELETE of what is not there, and where Hazelcast failed.
 */
public final class WriteService implements BindableService {
  private final RuleMap map;
  private final Faults faults;
  private final Traffic traffic;

  public WriteService(RuleMap map, Faults faults, Traffic traffic) {
    this.map = map;
    this.faults = faults;
    this.traffic = traffic;
  }

  @Override
  public ServerServiceDefinition bindService() {
    return ServerServiceDefinition.builder("alcor.schema.GoalStateProvisioner")
        .addMethod(Methods.WRITE, ServerCalls.asyncUnaryCall(this::write))
        .build();
  }

  private void write(NeighborRulesRequest request, StreamObserver<GoalStateOperationReply> out) {
    traffic.writes.increment();
    List<CompletableFuture<OperationStatus>> results = new ArrayList<>();
    for (NeighborState each : request.getNeigborstatesList()) {
      results.add(write(each));
    }
    CompletableFuture<?> all = CompletableFuture.allOf(results.toArray(CompletableFuture[]::new));
    // It fails if the client is gone, and then no one waits for the answer.
    var unused = all.thenRun(() -> answer(request, results, out));
  }

  private void answer(
      NeighborRulesRequest request,
      List<CompletableFuture<OperationStatus>> results,
      StreamObserver<GoalStateOperationReply> out) {
    out.onNext(reply(request.getNeigborstatesList(), results));
    out.onCompleted();
  }

  private CompletableFuture<OperationStatus> write(NeighborState state) {
    NeighborConfiguration neighbor = state.getConfiguration();
    if (neighbor.getFixedIpsCount() == 0) {
      return CompletableFuture.completedFuture(OperationStatus.INVALID_ARG);
    }
    CompletableFuture<OperationStatus> all = write(state, neighbor.getFixedIps(0));
    for (FixedIp each : neighbor.getFixedIpsList().subList(1, neighbor.getFixedIpsCount())) {
      all = all.thenCombine(write(state, each), WriteService::worse);
    }
    return all;
  }

  private static OperationStatus worse(OperationStatus one, OperationStatus other) {
    return one == OperationStatus.SUCCESS ? other : one;
  }

  private CompletableFuture<OperationStatus> write(NeighborState state, FixedIp ip) {
    return switch (state.getOperationType()) {
      case INFO, CREATE, UPDATE ->
          map.set(rule(state.getConfiguration(), ip))
              .handleAsync((stored, failure) -> status(failure == null), Runnable::run)
              .toCompletableFuture();
      case DELETE ->
          map.delete(ip.getTunnelId(), ip.getIpAddress())
              .handleAsync((was, failure) -> deleted(ip, was, failure), Runnable::run)
              .toCompletableFuture();
      case GET, UNRECOGNIZED -> {
        map.skipVersion(ip.getArionGroup());
        yield CompletableFuture.completedFuture(OperationStatus.INVALID_ARG);
      }
    };
  }

  private OperationStatus deleted(FixedIp ip, Boolean was, Throwable failure) {
    boolean deleted = failure == null && was;
    if (!deleted) {
      map.skipVersion(ip.getArionGroup());
    }
    return status(deleted);
  }

  private static OperationStatus status(boolean done) {
    return done ? OperationStatus.SUCCESS : OperationStatus.FAILURE;
  }

  private static NeighborRule.Builder rule(NeighborConfiguration neighbor, FixedIp ip) {
    return NeighborRule.newBuilder()
        .setIp(ip.getIpAddress())
        .setHostip(neighbor.getHostIpAddress())
        .setMac(neighbor.getMacAddress())
        .setTunnelId(ip.getTunnelId())
        .setHostmac(neighbor.getHostMacAddress())
        .setArionwingGroup(ip.getArionGroup());
  }

  private GoalStateOperationReply reply(
      List<NeighborState> states, List<CompletableFuture<OperationStatus>> results) {
    GoalStateOperationReply.Builder reply = GoalStateOperationReply.newBuilder();
    for (int i = 0; i < states.size() && !faults.alwaysSuccess(); i++) {
      OperationStatus result = results.get(i).join();
      if (result != OperationStatus.SUCCESS) {
        NeighborState state = states.get(i);
        reply
            .addOperationStatusesBuilder()
            .setResourceId(state.getConfiguration().getId())
            .setOperationTypeValue(state.getOperationTypeValue())
            .setOperationStatus(result);
      }
    }
    if (reply.getOperationStatusesCount() == 0) {
      boolean success = !states.isEmpty() || faults.alwaysSuccess();
      reply
          .addOperationStatusesBuilder()
          .setOperationStatus(success ? OperationStatus.SUCCESS : OperationStatus.INVALID_ARG);
    }
    return reply.build();
  }
}
