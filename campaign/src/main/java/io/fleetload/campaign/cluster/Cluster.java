// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fleetload.driver.ShardCount;
import io.fleetload.pack.Target;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.results.ExitCode;
import io.fleetload.scenario.Scenario;
import io.fleetload.stamp.RunId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** A namespace of the cluster that the user's kubeconfig points at, and what is done there. */
public final class Cluster implements AutoCloseable {
  /** The namespace unless the user names another. */
  public static final String NAMESPACE = "load";

  private static final Duration EVERY = Duration.ofSeconds(2);
  private static final int RETRIES = 2;
  private static final int REQUEST_TIMEOUT_MILLIS = 20_000;

  private final KubernetesClient client;
  private final LoadNamespace namespace;
  private final Duration every;
  private final StopSignal stop;
  private final Consumer<String> say;

  /**
   * Of a client.
   *
   * @param every how long to wait between two looks at a run
   */
  Cluster(
      KubernetesClient client,
      String namespace,
      Duration every,
      StopSignal stop,
      Consumer<String> say) {
    this.client = client;
    this.namespace = new LoadNamespace(client, namespace);
    this.every = every;
    this.stop = stop;
    this.say = say;
  }

  /**
   * The cluster that kubectl would ask.
   *
   * @param namespace where load tests run
   * @param stop says when to stop
   * @param say gets the lines that a person reads
   * @throws TargetException if no configuration says which cluster
   */
  public static Cluster ofUser(String namespace, StopSignal stop, Consumer<String> say)
      throws TargetException {
    try {
      Config config =
          new ConfigBuilder(Config.autoConfigure(null))
              .withRequestRetryBackoffLimit(RETRIES)
              .withRequestTimeout(REQUEST_TIMEOUT_MILLIS)
              .build();
      return new Cluster(
          new KubernetesClientBuilder().withConfig(config).build(), namespace, EVERY, stop, say);
    } catch (KubernetesClientException e) {
      throw failed(e, "of your kubeconfig");
    }
  }

  /**
   * What the user wants to run.
   *
   * @param profile the profile's file
   * @param overrides of its keys, {@code KEY=VALUE} each
   * @param images the file with the images' names
   * @param manifests the folder with the manifests of the tools
   * @param shards parts of the device side
   * @param backends processes of the backend
   * @param patience the longest wait for pods and for books
   * @param newRegistry whether provisioning may write where no registry was before
   */
  public record Order(
      Path profile,
      List<String> overrides,
      Path images,
      Path manifests,
      int shards,
      int backends,
      Duration patience,
      boolean newRegistry) {}

  /** Makes the directory that results go to. */
  @FunctionalInterface
  public interface Directory {
    /**
     * Makes it.
     *
     * @throws UsageException if it cannot be made or written
     */
    Path of(LoadProfile profile) throws UsageException;
  }

  /**
   * Runs a load test.
   *
   * @return the verdict
   * @throws ProfileException with every mistake in the profile
   * @throws UsageException if it cannot be run like that, or the namespace is in use
   * @throws TargetException if the cluster, a pod or a Job fails
   * @throws IOException if results cannot be fetched or written
   */
  public ExitCode run(Order order, Directory directory)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    return asked(
        () -> {
          Prepared prepared = Prepared.of(order, true, namespace, say);
          Scenario<?> scenario = prepared.scenario();
          List<String> provisioning = beforeRun(scenario.target(), order);
          ShardCount.check(order.shards(), scenario.profile().carriers());
          ShardCount.check(order.shards(), scenario.profile().phases());
          prepared.checkRoom(order, namespace, say);
          Path out = directory.of(scenario.profile());
          say.accept("results go to " + out);
          return planned(prepared, order, out).run(provisioning);
        });
  }

  /**
   * Has the devices of a profile written.
   *
   * @param directory where a log of what failed goes
   * @throws ProfileException with every mistake in the profile
   * @throws UsageException if it needs no provisioning, or the namespace is in use
   * @throws TargetException if the cluster, the pod or the Job fails
   * @throws IOException if a file cannot be read
   */
  public ExitCode provision(Order order, Directory directory)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    return asked(
        () -> {
          Prepared prepared = Prepared.of(order, false, namespace, say);
          if (prepared.scenario().target().preparation() == Target.Preparation.NONE) {
            throw new UsageException(
                "target: this one needs no provisioning; run the profile as it is");
          }
          Path out = directory.of(prepared.scenario().profile());
          return planned(prepared, order, out).provision(apply(order));
        });
  }

  /**
   * Says what the pods of a run said.
   *
   * @param run its id; null for the run that has the namespace
   * @throws UsageException if there is none
   * @throws TargetException if the cluster cannot be asked
   */
  public ExitCode logs(RunId run)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    return asked(
        () -> {
          new PodLogs(namespace, say).sayAll(namespace.pods(RunMarks.runOf(found(run))));
          return ExitCode.PASSED;
        });
  }

  /**
   * Ends and removes a run, whosever it is.
   *
   * @throws UsageException if there is none of that id
   * @throws TargetException if the cluster cannot be asked
   */
  public ExitCode delete(RunId run)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    return asked(
        () -> {
          say.accept("removing " + RunMarks.described(found(run)));
          new RunEnd(namespace, run.toString(), Path.of("."), every, say).remove();
          return ExitCode.PASSED;
        });
  }

  private ConfigMap found(RunId run) throws UsageException {
    ConfigMap claimed =
        namespace
            .claimed()
            .orElseThrow(() -> new UsageException("no run is in namespace " + namespace.name()));
    if (run != null && !run.toString().equals(RunMarks.runOf(claimed))) {
      throw new UsageException(
          "run %s is not in namespace %s; there is %s"
              .formatted(run, namespace.name(), RunMarks.described(claimed)));
    }
    return claimed;
  }

  /** What provisioning is told before a run; nothing where there is nothing to be done. */
  private static List<String> beforeRun(Target target, Order order) throws UsageException {
    return switch (target.preparation()) {
      case NONE -> List.of();
      case CHECK -> List.of("check");
      case APPLY -> apply(order);
      case APPLY_AND_REMOVE ->
          throw new UsageException(
              "target.provision: what it writes is removed after the run, which is not done on a"
                  + " cluster; set it to false, and write it with loadtest cluster provision");
    };
  }

  private static List<String> apply(Order order) {
    return order.newRegistry() ? List.of("apply", "--new-registry") : List.of("apply");
  }

  private ClusterRun planned(Prepared prepared, Order order, Path out) {
    RunMarks marks =
        RunMarks.of(
            RunId.drawn(RandomGenerator.getDefault()),
            System.getProperty("user.name"),
            host(),
            Clock.systemUTC().instant());
    String run = marks.run().toString();
    say.accept("run %s in namespace %s".formatted(run, namespace.name()));
    return new ClusterRun(
        namespace,
        new Lookout(namespace, run, stop, Clock.systemUTC(), every),
        new RunEnd(namespace, run, out, every, say),
        new RunObjects(prepared, order, marks),
        order,
        say);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  /** What is asked of the cluster. */
  @FunctionalInterface
  private interface Work {
    ExitCode run()
        throws ProfileException, UsageException, TargetException, IOException, InterruptedException;
  }

  private ExitCode asked(Work work)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    try {
      return work.run();
    } catch (KubernetesClientException e) {
      throw failed(e, "at " + client.getMasterUrl());
    }
  }

  private static TargetException failed(KubernetesClientException e, String which) {
    return new TargetException(
        e.getStatus() == null
            ? "the cluster %s does not answer: %s; see kubectl cluster-info"
                .formatted(which, OneLine.of(e))
            : "the cluster %s refuses: %s".formatted(which, OneLine.of(e)));
  }

  @Override
  public void close() {
    client.close();
  }
}
