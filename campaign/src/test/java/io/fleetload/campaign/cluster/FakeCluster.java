// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.kubernetes.client.server.mock.StatusStreamMessage;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.fabric8.mockwebserver.internal.WebSocketMessage;
import io.fleetload.tool.PodCommands;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * What a cluster does with Jobs, told by a test: an API that keeps what it is given, and the
 * controllers that a test plays.
 */
final class FakeCluster implements AutoCloseable {
  static final String NAMESPACE = "load";

  private static final byte STANDARD_OUTPUT = 1;
  private static final int ALWAYS = 1_000;

  private final KubernetesMockServer server;
  private final KubernetesClient client;
  private final Map<String, BiConsumer<FakeCluster, Job>> controllers = new ConcurrentHashMap<>();
  private final Map<String, String> logs = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final Thread listener = new Thread(this::listen, "asked");
  private Watch watch;
  private volatile Predicate<ResourceAttributes> forbidden = what -> false;
  private volatile Runnable onStopOfBackend = () -> {};

  FakeCluster(KubernetesMockServer server, KubernetesClient client) {
    this.server = server;
    this.client = client;
    this.listener.setDaemon(true);
  }

  /** A cluster with the namespace, its secrets, and nodes for two shards and the backend. */
  FakeCluster begin(Map<String, String> variables, Iterable<String> secrets) {
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .create();
    for (String each : secrets) {
      client
          .resource(
              new SecretBuilder()
                  .withNewMetadata()
                  .withName(each)
                  .withNamespace(NAMESPACE)
                  .endMetadata()
                  .withData(encoded(variables))
                  .build())
          .create();
    }
    for (String each : List.of("a", "b")) {
      client.resource(node(each)).create();
    }
    server
        .expect()
        .post()
        .withPath("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews")
        .andReply(HttpURLConnection.HTTP_CREATED, request -> reviewed(request.getBody().readUtf8()))
        .always();
    watch = client.batch().v1().jobs().inNamespace(NAMESPACE).watch(new Controllers());
    listener.start();
    return this;
  }

  private SelfSubjectAccessReview reviewed(String review) {
    SelfSubjectAccessReview asked = Serialization.unmarshal(review, SelfSubjectAccessReview.class);
    return new SelfSubjectAccessReviewBuilder(asked)
        .withNewStatus()
        .withAllowed(!forbidden.test(asked.getSpec().getResourceAttributes()))
        .endStatus()
        .build();
  }

  /** Says what the user may not do. */
  void forbid(Predicate<ResourceAttributes> what) {
    forbidden = what;
  }

  private static Map<String, String> encoded(Map<String, String> variables) {
    return variables.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                each ->
                    Base64.getEncoder()
                        .encodeToString(each.getValue().getBytes(StandardCharsets.UTF_8))));
  }

  private static Node node(String name) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels("fleetload/nodes", "simulators")
        .endMetadata()
        .withNewSpec()
        .addNewTaint()
        .withKey("fleetload/nodes")
        .withValue("simulators")
        .withEffect("NoSchedule")
        .endTaint()
        .endSpec()
        .withNewStatus()
        .addToAllocatable("cpu", new Quantity("3920m"))
        .addToAllocatable("memory", new Quantity("6584Mi"))
        .addToAllocatable("pods", new Quantity("58"))
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .endCondition()
        .endStatus()
        .build();
  }

  /** Says what becomes of a Job once it is made. */
  FakeCluster when(String job, BiConsumer<FakeCluster, Job> controller) {
    controllers.put(job, controller);
    return this;
  }

  /** Says what becomes of the backend that is told to stop. */
  void whenBackendIsStopped(Runnable then) {
    onStopOfBackend = then;
  }

  /** The tool in the pods of a Job. */
  static String tool(Job job) {
    return job.getMetadata().getLabels().get(RunMarks.TOOL);
  }

  /** Makes a pod of a Job. */
  Pod pod(Job job, int index, PodStatusBuilder status) {
    String name = tool(job) + "-" + index;
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(NAMESPACE)
            .addToLabels(job.getSpec().getTemplate().getMetadata().getLabels())
            .addToLabels("batch.kubernetes.io/job-completion-index", String.valueOf(index))
            .endMetadata()
            .withSpec(job.getSpec().getTemplate().getSpec())
            .withStatus(status.build())
            .build();
    client.resource(pod).createOr(existing -> existing.update());
    return pod;
  }

  /** Says of a Job that it is over. */
  void condition(Job job, String type, String reason, String message) {
    Job known =
        client
            .batch()
            .v1()
            .jobs()
            .inNamespace(NAMESPACE)
            .withName(job.getMetadata().getName())
            .get();
    client
        .resource(
            new JobBuilder(known)
                .withNewStatus()
                .addNewCondition()
                .withType(type)
                .withStatus("True")
                .withReason(reason)
                .withMessage(message)
                .endCondition()
                .endStatus()
                .build())
        .update();
  }

  /** What a pod's tool says, instead of what it said before. */
  FakeCluster log(String pod, String container, String text) {
    String path =
        "/api/v1/namespaces/%s/pods/%s/log?pretty=false&container=%s"
            .formatted(NAMESPACE, pod, container);
    if (logs.put(path, text) == null) {
      for (String part : List.of("", "&tailLines=200", "&tailLines=1&follow=true")) {
        server
            .expect()
            .get()
            .withPath(path + part)
            .andReply(200, request -> logs.get(path))
            .always();
      }
    }
    return this;
  }

  /** What the backend's pod holds. */
  FakeCluster files(String pod, Map<String, String> files) throws IOException {
    return archive(ALWAYS, pod, zipped(files));
  }

  private static byte[] zipped(Map<String, String> files) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ZipOutputStream zip = new ZipOutputStream(out);
    for (Map.Entry<String, String> each : files.entrySet()) {
      zip.putNextEntry(new ZipEntry(each.getKey()));
      zip.write(each.getValue().getBytes(StandardCharsets.UTF_8));
    }
    zip.finish();
    return out.toByteArray();
  }

  /** What comes so many times as the files of the backend's pod. */
  FakeCluster archive(int times, String pod, byte[] archive) {
    return exec(times, pod, "keep", archive, 0, PodCommands.ZIP, "/results/backend", "0")
        .exec(times, pod, Manifests.BACKEND, new byte[0], 0, PodCommands.STOP, "1");
  }

  /** The connection breaks at that byte of the files of the backend's pod, so many times. */
  FakeCluster breakingAt(int part, int times, String pod, Map<String, String> files)
      throws IOException {
    byte[] all = zipped(files);
    String[] command = {PodCommands.ZIP, "/results/backend", "0"};
    exec(1, pod, "keep", Arrays.copyOf(all, part), 1, command);
    command[2] = String.valueOf(part);
    if (times > 1) {
      exec(times - 1, pod, "keep", new byte[0], 1, command);
    }
    return exec(1, pod, "keep", Arrays.copyOfRange(all, part, all.length), 0, command);
  }

  private FakeCluster exec(
      int times, String pod, String container, byte[] output, int code, String... command) {
    String words =
        PodCommands.line(Manifests.BACKEND, command).stream()
            .map(each -> "command=" + encoded(each))
            .collect(Collectors.joining("&"));
    byte[] channel = new byte[output.length + 1];
    channel[0] = STANDARD_OUTPUT;
    System.arraycopy(output, 0, channel, 1, output.length);
    server
        .expect()
        .get()
        .withPath(
            "/api/v1/namespaces/%s/pods/%s/exec?%s&container=%s&stdout=true&stderr=true"
                .formatted(NAMESPACE, pod, words, container))
        .andUpgradeToWebSocket()
        .open(new WebSocketMessage(0L, channel, false, true), new StatusStreamMessage(code))
        // A session that expects something more is left to the client to close.
        .expect("no such message")
        .andEmit("")
        .always()
        .done()
        .times(times);
    return this;
  }

  private static String encoded(String word) {
    return URLEncoder.encode(word, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** The requests that changed something or ran something, in their order. */
  List<String> asked() {
    return List.copyOf(asked);
  }

  /** The client that a test looks at the cluster with. */
  KubernetesClient client() {
    return client;
  }

  private void listen() {
    try {
      while (true) {
        RecordedRequest request = server.takeRequest();
        String path = request.getPath();
        if (!request.getMethod().toString().equals("GET") || path.contains("/exec?")) {
          asked.add(request.getMethod() + " " + path);
        }
        if (path.contains("command=" + PodCommands.STOP)) {
          onStopOfBackend.run();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Controllers implements Watcher<Job> {
    @Override
    public void eventReceived(Action action, Job job) {
      String name = tool(job);
      // A Job of another program has no tool.
      if (action == Action.ADDED && name != null && controllers.containsKey(name)) {
        controllers.get(name).accept(FakeCluster.this, job);
      }
    }

    @Override
    public void onClose(WatcherException cause) {
      // The test is over.
    }
  }

  @Override
  public void close() {
    listener.interrupt();
    watch.close();
  }
}
