// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fleetload.analysis.report.VerdictText;
import io.fleetload.campaign.cluster.access.ClusterClock;
import io.fleetload.campaign.cluster.access.OneLine;
import io.fleetload.pack.Target;
import io.fleetload.process.StopSignal;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.fleetload.profile.yaml.ProfileException;
import io.fleetload.progress.Teller;
import io.fleetload.results.Result;
import io.fleetload.results.ResultFiles;
import io.fleetload.results.format.ExitCode;
import io.fleetload.scenario.Scenario;
import io.fleetload.stamp.RunId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A namespace of the cluster that the user's kubeconfig points at, and what is done there. */
public final class Cluster implements AutoCloseable {
  /** The namespace unless the user names another. */
  public static final String NAMESPACE = "load";

  private static final Duration EVERY = Duration.ofSeconds(2);

  /** Each after the time that the API asks for, or else 0.1 s, 0.2 s, … 3.2 s: 6 s at least. */
  private static final int RETRIES = 6;

  private static final int REQUEST_TIMEOUT_MILLIS = 10_000;

  private final KubernetesClient client;
  private final LoadNamespace namespace;
  private final Consumer<String> say;
  private final Sight sight;

  /**
   * Of a client.
   *
   * @param every how long to wait between two looks at a run
   * @param clock the cluster's
   */
  Cluster(
      KubernetesClient client,
      String namespace,
      Duration every,
      StopSignal stop,
      Clock clock,
      Consumer<String> say) {
    this.client = client;
    this.namespace = new LoadNamespace(client, namespace, clock);
    this.say = say;
    this.sight = new Sight(this.namespace, every, stop, say);
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
      Config config = config(Config.autoConfigure(null));
      ClusterClock clock = new ClusterClock(Clock.systemUTC());
      KubernetesClient client =
          new KubernetesClientBuilder()
              .withConfig(config)
              .withHttpClientBuilderConsumer(each -> each.addOrReplaceInterceptor("clock", clock))
              .build();
      return new Cluster(client, namespace, EVERY, stop, clock, say);
    } catch (KubernetesClientException e) {
      throw failed(e, "of your kubeconfig");
    }
  }

  /**
   * A client of the cluster that kubectl would ask.
   *
   * @param context of the user's kubeconfig; null for the current one
   */
  public static KubernetesClient client(String context) {
    return new KubernetesClientBuilder().withConfig(config(Config.autoConfigure(context))).build();
  }

  /** The user's configuration, made fit for many pods. */
  static Config config(Config user) {
    return new ConfigBuilder(user)
        .withRequestRetryBackoffLimit(RETRIES)
        .withRequestTimeout(REQUEST_TIMEOUT_MILLIS)
        // Each followed log holds a stream, and an API server allows 100 on a connection of HTTP/2.
        // Over HTTP/1.1 each has a connection of its own, of which the JDK's client opens any
        // number.
        .withHttp2Disable(true)
        .build();
  }

  /** Makes the directory that results go to. */
  @FunctionalInterface
  public interface Directory {
    /**
     * Makes it.
     *
     * @param scenario what is to be run
     * @param variables what the pods have in their environment
     * @throws UsageException if it cannot be made or written, or the command cannot run the profile
     */
    Path of(Scenario scenario, Map<String, String> variables)
        throws ProfileException, UsageException;
  }

  /**
   * Runs a load test.
   *
   * @param pods receives the progress of the pods
   * @return the verdict
   * @throws ProfileException with every mistake in the profile
   * @throws UsageException if it cannot be run like that, or the namespace is in use
   * @throws TargetException if the cluster, a pod or a Job fails
   * @throws IOException if results cannot be fetched or written
   */
  public ExitCode run(ClusterOrder order, Directory directory, Teller pods)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    return hold(order, directory, pods, held -> held.run(List.of(), held.out()));
  }

  /**
   * Holds the namespace for load tests of a profile, one after the other.
   *
   * @param pods receives the progress of the pods
   * @param use what is done with it
   * @return the exit code of the use, or that of an interruption before it
   * @throws ProfileException with every mistake in the profile
   * @throws UsageException if it cannot be run like that, or the namespace is in use
   * @throws TargetException if the cluster, a pod or a Job fails
   * @throws IOException if results cannot be fetched or written
   */
  public ExitCode hold(
      ClusterOrder order, Directory directory, Teller pods, NamespaceClaim.ClaimUse use)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    return asked(
        () -> {
          ClusterPlan prepared = ClusterPlan.of(order, true, namespace, say);
          prepared.checkRoom(order, namespace, say);
          Path out = directory.of(prepared.scenario(), prepared.variables());
          say.accept("results go to " + out);
          return holding(prepared, order, out, pods).use(use);
        });
  }

  /**
   * Has the devices of a profile written.
   *
   * @param directory where a log of what failed goes
   * @param pods receives the progress of the pod
   * @throws ProfileException with every mistake in the profile
   * @throws UsageException if it needs no provisioning, or the namespace is in use
   * @throws TargetException if the cluster, the pod or the Job fails
   * @throws IOException if a file cannot be read
   */
  public ExitCode provision(ClusterOrder order, Directory directory, Teller pods)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    return asked(
        () -> {
          ClusterPlan prepared = ClusterPlan.of(order, false, namespace, say);
          if (prepared.scenario().run().target().preparation() == Target.Preparation.NONE) {
            throw new UsageException(
                "target: this one needs no provisioning; run the profile as it is");
          }
          Path out = directory.of(prepared.scenario(), prepared.variables());
          return holding(prepared, order, out, pods).provision();
        });
  }

  /**
   * Prints the logs of a run's pods.
   *
   * @param run its id, or null for the only run in the namespace
   * @throws UsageException if there is no such run
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
   * Ends and removes a run of any user.
   *
   * @throws UsageException if no run has that id
   * @throws TargetException if the cluster cannot be asked
   */
  public ExitCode delete(RunId run)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    return asked(
        () -> {
          say.accept("removing " + RunMarks.described(found(run)));
          new RunEnd(sight, run.toString(), Path.of(".")).remove();
          return ExitCode.PASSED;
        });
  }

  /** Returns whether a directory has a part of a run's results, to which {@link #fetch} adds. */
  public static boolean hasPart(Path directory) {
    return !BackendResults.parts(directory).isEmpty();
  }

  /**
   * Fetches the results of a run that is over, which could not be fetched then, and removes it.
   *
   * @param run its id, or null for the only run in the namespace
   * @param out where they go; a part of them that is there is not fetched again
   * @return the verdict
   * @throws UsageException if no run has that id, the run goes on, or the directory has a part of
   *     other results
   * @throws TargetException if the cluster cannot be asked, or no backend left a verdict
   * @throws IOException if they cannot be fetched or written
   */
  public ExitCode fetch(RunId run, Path out)
      throws ProfileException, UsageException, TargetException, IOException, InterruptedException {
    return asked(
        () -> {
          String id = RunMarks.runOf(found(run));
          namespace.checkRights();
          RunEnd end = new RunEnd(sight, id, out);
          Pod backend =
              end.results()
                  .filter(each -> PodTrouble.end(each, Manifests.BACKEND) != null)
                  .orElseThrow(
                      () ->
                          new UsageException(
                              "run %s has no results that wait to be fetched: it goes on, or its pod is"
                                      .formatted(id)
                                  + " gone; loadtest cluster logs tells, loadtest cluster delete "
                                  + id
                                  + namespace.option()
                                  + " removes it"));
          new BackendResults(namespace, backend).checkParts(out);
          end.fetch(backend);
          end.remove();
          say.accept("results in " + out);
          Path file = out.resolve(Result.FILE);
          if (!Files.exists(file)) {
            throw new TargetException(
                ExitCode.TOOL_GONE, "run %s has books and no verdict".formatted(id));
          }
          Result result = ResultFiles.read(file, Result.class);
          new VerdictText(result).lines().forEach(say);
          return result.verdict().code();
        });
  }

  private ConfigMap found(RunId run) throws UsageException {
    List<ConfigMap> all = namespace.claims();
    if (all.isEmpty()) {
      throw new UsageException("no run is in namespace " + namespace.name());
    }
    String there = all.stream().map(RunMarks::described).collect(Collectors.joining("; "));
    if (run == null && all.size() > 1) {
      throw new UsageException(
          "RUN: give one of those in namespace %s: %s".formatted(namespace.name(), there));
    }
    return all.stream()
        .filter(each -> run == null || run.toString().equals(RunMarks.runOf(each)))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "run %s is not in namespace %s; there is %s"
                        .formatted(run, namespace.name(), there)));
  }

  private ClaimedNamespace holding(
      ClusterPlan prepared, ClusterOrder order, Path out, Teller pods) {
    RunMarks marks =
        RunMarks.of(
            RunId.drawn(new SplittableRandom()),
            System.getProperty("user.name"),
            host(),
            Clock.systemUTC().instant());
    say.accept("run %s in namespace %s".formatted(marks.run(), namespace.name()));
    return new ClaimedNamespace(sight, prepared, order, marks, out, pods);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  /** A request to the cluster. */
  @FunctionalInterface
  interface ClusterRequest {
    ExitCode run()
        throws ProfileException, UsageException, TargetException, IOException, InterruptedException;
  }

  private ExitCode asked(ClusterRequest work)
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
