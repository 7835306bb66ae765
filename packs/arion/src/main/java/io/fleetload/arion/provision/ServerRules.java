// SPDX-License-Identifier: EPL-2.0
package io.fleetload.arion.provision;

import io.fleetload.arion.grpc.ArionMethod;
import io.fleetload.arion.profile.ArionTarget;
import io.fleetload.arion.rule.RuleMap;
import io.fleetload.arion.rule.RuleStore;
import io.fleetload.arion.schema.NeighborRule;
import io.fleetload.arion.schema.Operation;
import io.fleetload.arion.schema.ReadAnswer;
import io.fleetload.arion.schema.ReadRequest;
import io.fleetload.arion.schema.WriteAnswer;
import io.fleetload.arion.schema.WriteRequest;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.grpc.Status;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The rules as the server gives and takes them. */
final class ServerRules implements RuleStore {
  private final ArionTarget target;
  private final RuleServer server;

  ServerRules(ArionTarget target) throws UsageException {
    this.target = target;
    this.server = new RuleServer(target);
  }

  /** A request failed, of that method. */
  private static final class Failure extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient ArionMethod method;

    Failure(ArionMethod method, Throwable why) {
      super(why);
      this.method = method;
    }
  }

  /** The server answered that it did not write. */
  private static final class NotWritten extends Exception {
    private static final long serialVersionUID = 1L;

    NotWritten(String what) {
      super(what);
    }
  }

  private CompletableFuture<byte[]> send(ArionMethod method, byte[] request) {
    return server
        .send(method, request)
        .exceptionallyCompose(why -> CompletableFuture.failedFuture(new Failure(method, why)));
  }

  @Override
  public CompletableFuture<Optional<List<NeighborRule>>> read(List<NeighborRule> rules) {
    ReadRequest request = new ReadRequest();
    rules.forEach(each -> request.ask(each.tunnelId(), each.ip()));
    return send(ArionMethod.READ, request.write())
        .thenApply(answer -> inTheOrderOf(rules, rulesOf(answer)))
        .exceptionallyCompose(
            why ->
                // So Arion says that a key is not there.
                Status.fromThrowable(why).getCode() == Status.Code.UNKNOWN
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : CompletableFuture.failedFuture(why));
  }

  /** The rules at the keys of the wanted ones; nothing where one is missing. */
  private static Optional<List<NeighborRule>> inTheOrderOf(
      List<NeighborRule> wanted, List<NeighborRule> found) {
    Map<String, NeighborRule> byKey = new HashMap<>();
    found.forEach(each -> byKey.put(key(each), each));
    List<NeighborRule> ordered = new ArrayList<>();
    for (NeighborRule each : wanted) {
      NeighborRule there = byKey.get(key(each));
      if (there == null) {
        return Optional.empty();
      }
      ordered.add(there);
    }
    return Optional.of(ordered);
  }

  private static String key(NeighborRule rule) {
    return RuleMap.key(rule.tunnelId(), rule.ip());
  }

  private static List<NeighborRule> rulesOf(byte[] answer) {
    try {
      return ReadAnswer.rules(answer);
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  @Override
  public CompletableFuture<Void> write(List<NeighborRule> rules) {
    return send(ArionMethod.WRITE, request(Operation.CREATE, rules))
        .thenAccept(ServerRules::requireWritten);
  }

  private static void requireWritten(byte[] answer) {
    try {
      List<WriteAnswer.Status> statuses = WriteAnswer.statuses(answer);
      if (statuses.isEmpty()) {
        throw new CompletionException(new NotWritten("its answer has no status"));
      }
      for (WriteAnswer.Status each : statuses) {
        if (each != WriteAnswer.Status.SUCCESS) {
          throw new CompletionException(new NotWritten(each.name()));
        }
      }
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  @Override
  public CompletableFuture<Void> delete(List<NeighborRule> rules) {
    return send(ArionMethod.WRITE, request(Operation.DELETE, rules)).thenAccept(answer -> {});
  }

  private static byte[] request(Operation operation, List<NeighborRule> rules) {
    WriteRequest request = new WriteRequest("provisioning");
    rules.forEach(each -> request.state(operation, each));
    return request.write();
  }

  @Override
  public TargetException trouble(Throwable why) {
    Throwable cause = why instanceof CompletionException ? why.getCause() : why;
    if (cause instanceof Failure failure) {
      return server.trouble(failure.method, failure.getCause());
    }
    return new TargetException(
        "the server at %s did not write a rule: %s (target.server)"
            .formatted(target.server(), cause.getMessage()));
  }

  @Override
  public void close() {
    server.close();
  }
}
