// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.embedded.service;

import io.fleetload.arion.embedded.schema.ArionWingRequest;
import io.fleetload.arion.embedded.schema.NeighborRule;
import io.fleetload.arion.embedded.store.Rules;
import io.grpc.BindableService;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;

/**
 * Watches. Each request adds a group to its stream: first the group's rules of version rev and
 * newer, then each change, in the order of the versions. A deletion has a version of its own; a
 * watcher that comes later does not hear of it. As in Arion, vni and ip of a request are not looked
 * at. A watch ends when the client cancels it; a half-close ends it only if no group was asked for,
 * while Arion ends any.
 */
public final class WatchService implements BindableService {
  private final Rules rules;
  private final Traffic traffic;

  public WatchService(Rules rules, Traffic traffic) {
    this.rules = rules;
    this.traffic = traffic;
  }

  @Override
  public ServerServiceDefinition bindService() {
    return ServerServiceDefinition.builder("arion.schema.Watch")
        .addMethod(Methods.WATCH, ServerCalls.asyncBidiStreamingCall(this::watch))
        .build();
  }

  private StreamObserver<ArionWingRequest> watch(StreamObserver<NeighborRule> out) {
    return new Watcher((ServerCallStreamObserver<NeighborRule>) out, rules, traffic);
  }
}
