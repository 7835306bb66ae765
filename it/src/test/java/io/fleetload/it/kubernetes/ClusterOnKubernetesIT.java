// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fleetload.it.CommandRun;
import io.fleetload.results.Result;
import io.fleetload.rig.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * {@code loadtest cluster} on a real API with a real scheduler and real controllers, as a user with
 * the Role of the release and no other right. The pods are played.
 */
@Execution(ExecutionMode.SAME_THREAD)
@EnabledIf(
    value = "io.fleetload.it.kubernetes.RealKubernetes#isThere",
    disabledReason = RealKubernetes.NONE)
class ClusterOnKubernetesIT {
  private static final String NAMESPACE = "load";
  private static final String DEVICES = "device-simulator";
  private static final String BACKEND = "backend-simulator";
  private static final String DIGEST = "0123456789abcdef".repeat(4);
  private static final long SECONDS = 60;
  private static final int PART_BYTES = 20_000;

  @TempDir private static Path shared;
  private static RealKubernetes kubernetes;
  private static KubernetesClient admin;
  private static Path results;

  @TempDir private Path folder;
  // Of the command, where it is not this machine's.
  private Map<String, String> clock = Map.of();

  @BeforeAll
  static void start() throws Exception {
    results = shared.resolve("results");
    Path small =
        Files.writeString(
            shared.resolve("small.yaml"),
            """
            pack: echo
            run: { name: small }
            devices: { count: 20 }
            phases: { measure: 2s, drain: 10s }
            flows:
              echo: { rate: 20/s }
            """);
    try (CommandRun echo =
        CommandRun.loadtest(
            List.of(
                "run",
                small.toString(),
                "--set=thresholds=[flows.*.achieved >= 0%]",
                "--set=generator={maxLag: 10m, maxLoopDelay: 10m, maxPause: 10m, maxCpu: 100%,"
                    + " maxOthers: 100%}",
                "--out=" + results))) {
      assertThat(echo.exit()).as(echo.out() + echo.err()).isZero();
    }
    fakes(2);
    kubernetes =
        RealKubernetes.start(
            RealKubernetes.program().orElseThrow(),
            shared.resolve("kubernetes"),
            "--nodes",
            "12",
            "--cpu",
            "128",
            "--memory",
            "256Gi",
            "--fakes",
            shared.resolve("fakes.json").toString());
    admin = client("admin");
    create(
        Serialization.unmarshal(
            Files.readString(Home.path("hono-deploy", "simulators", "base", "namespace.yaml")),
            Namespace.class));
    for (String each : List.of("provisioning", BACKEND, DEVICES)) {
      create(
          new SecretBuilder()
              .withNewMetadata()
              .withName(each)
              .withNamespace(NAMESPACE)
              .endMetadata()
              .withStringData(
                  Map.of("MONGODB_URI", "mongodb://u:p@mongo:27017", "PSK_SECRET", "s3cret"))
              .build());
    }
    create(
        new RoleBindingBuilder()
            .withNewMetadata()
            .withName("loadtest")
            .withNamespace(NAMESPACE)
            .endMetadata()
            .withNewRoleRef("rbac.authorization.k8s.io", "Role", "loadtest")
            .addNewSubject("rbac.authorization.k8s.io", "User", "tester", null)
            .build());
    create(
        new ClusterRoleBuilder()
            .withNewMetadata()
            .withName("nodes")
            .endMetadata()
            .addNewRule()
            .withApiGroups("")
            .withResources("nodes", "pods")
            .withVerbs("list")
            .endRule()
            .build());
  }

  @AfterAll
  static void end() throws IOException {
    admin.close();
    kubernetes.close();
  }

  @BeforeEach
  void theRoleOfTheRelease() throws Exception {
    fakes(2);
    admin.resource(role()).createOr(existing -> existing.update());
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(admin.batch().v1().jobs().inNamespace(NAMESPACE).list().getItems()).isEmpty();
    assertThat(
            admin.configMaps().inNamespace(NAMESPACE).withLabel("fleetload/run").list().getItems())
        .isEmpty();
    assertThat(admin.secrets().inNamespace(NAMESPACE).withLabel("fleetload/run").list().getItems())
        .isEmpty();
  }

  private static Role role() throws IOException {
    return Serialization.unmarshal(
        Files.readString(Home.path("hono-deploy", "simulators", "base", "role.yaml")), Role.class);
  }

  private static void fakes(int seconds) throws IOException {
    JsonMapper.builder()
        .build()
        .writeValue(
            shared.resolve("fakes.json").toFile(),
            Map.of(
                DEVICES,
                Map.of("seconds", seconds),
                "proxy",
                Map.of("seconds", 600),
                BACKEND,
                Map.of("seconds", seconds, "results", results.toString())));
  }

  private static void create(HasMetadata object) {
    admin.resource(object).create();
  }

  private static KubernetesClient client(String user) {
    return new KubernetesClientBuilder()
        .withConfig(Config.fromKubeconfig(kubernetes.kubeconfig(user).toFile()))
        .build();
  }

  private CommandRun run(String name, int shards, String... more) throws Exception {
    Path profile =
        Files.writeString(
            folder.resolve(name + ".yaml"),
            """
            run: { name: %1$s }
            coordination: {}
            tenant: { id: load }
            target:
              kind: external
              coap: %1$s.example:5684
              kafka: broker.example:9092
              mongodb: "${MONGODB_URI}"
            devices: { count: 5000, psk: { derivedFrom: "${PSK_SECRET}" } }
            phases: { connect: { rate: 1000/s }, measure: 10s }
            flows:
              telemetry: { rate: 500/s, payload: ditto }
            """
                .formatted(name));
    Path images = folder.resolve("images.txt");
    Files.writeString(
        images,
        String.join(
            "\n",
            List.of("provisioning", BACKEND, DEVICES).stream()
                .map(each -> "fake.test/" + each + "@sha256:" + DIGEST)
                .toList()));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "cluster", "run", profile.toString(), "--images=" + images, "--shards=" + shards));
    arguments.addAll(List.of(more));
    if (arguments.stream().noneMatch(each -> each.startsWith("--out="))) {
      arguments.add("--out=" + folder.resolve(name));
    }
    return loadtest(arguments);
  }

  private CommandRun loadtest(List<String> arguments) throws IOException {
    Map<String, String> environment = new HashMap<>(clock);
    environment.put("KUBECONFIG", kubernetes.kubeconfig("tester").toString());
    return CommandRun.loadtest(arguments, environment);
  }

  private static Pod unschedulable(String tool) {
    return waited(tool, pod -> Serialization.asJson(pod).contains("Unschedulable"));
  }

  /** Gives that value to the label {@code pool} of a node that is alive. */
  private static void label(String value) {
    String node =
        admin.nodes().list().getItems().stream()
            .filter(each -> each.getSpec().getTaints().isEmpty())
            .findFirst()
            .orElseThrow()
            .getMetadata()
            .getName();
    admin
        .nodes()
        .withName(node)
        .edit(
            each -> {
              each.getMetadata().getLabels().put("pool", value);
              return each;
            });
  }

  private static String said(CommandRun run) throws IOException {
    return run.out() + run.err();
  }

  private static Pod running(String tool) {
    return waited(tool, pod -> "Running".equals(pod.getStatus().getPhase()));
  }

  private static Pod waited(String tool, Predicate<Pod> until) {
    return admin
        .pods()
        .inNamespace(NAMESPACE)
        .withLabel("app", tool)
        .waitUntilCondition(pod -> pod != null && until.test(pod), SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void fiveHundredShardsHaveTheVerdictOfTheirBackend() throws Exception {
    try (CommandRun run = run("many", 500)) {
      assertThat(run.exit()).as(said(run)).isZero();

      assertThat(said(run)).contains("PASSED").doesNotContain("Exception", "\tat ");
      assertThat(said(run).lines()).hasSizeLessThan(40);
      assertThat(folder.resolve("many").resolve(Result.FILE)).isNotEmptyFile();
      assertThat(folder.resolve("many").resolve("logs")).isDirectoryContaining("glob:**-499-*.log");
    }
  }

  @Test
  void aMissingRightIsToldBeforeAnythingIsMade() throws Exception {
    Role less =
        new RoleBuilder(role())
            .removeMatchingFromRules(rule -> rule.getResources().contains("pods/exec"))
            .addNewRule()
            .withApiGroups("")
            .withResources("pods/exec")
            .withVerbs("create")
            .endRule()
            .build();
    admin.resource(less).update();

    try (CommandRun run = run("rights", 2)) {
      assertThat(run.exit()).as(said(run)).isEqualTo(3);
      assertThat(run.err().lines())
          .last()
          .asString()
          .contains("{ apiGroups: [\"\"], resources: [pods/exec], verbs: [get] }");
    }
  }

  @Test
  @Tag("nightly")
  @Tag("kubernetes")
  void aSecondRunAtTheTargetIsRefusedAndOneAtAnotherGoesOn() throws Exception {
    fakes(15);
    try (CommandRun first = run("first", 2)) {
      running(DEVICES);
      try (CommandRun again = run("first", 2, "--out=" + folder.resolve("again"));
          CommandRun other = run("second", 2)) {
        assertThat(again.exit()).as(said(again)).isEqualTo(2);
        assertThat(again.err()).contains("goes on; wait for its end");
        assertThat(other.exit()).as(said(other)).isZero();
      }
      assertThat(first.exit()).as(said(first)).isZero();
    }
  }

  @Test
  void anEvictionIsToldAsOne() throws Exception {
    fakes(60);
    try (CommandRun run = run("evicted", 2)) {
      Pod pod = running(DEVICES);
      admin.pods().inNamespace(NAMESPACE).withName(pod.getMetadata().getName()).evict();

      assertThat(run.exit()).as(said(run)).isEqualTo(3);
      assertThat(run.err())
          .contains(pod.getMetadata().getName() + " is taken away: ")
          .doesNotContain("Exception");
    }
  }

  @Test
  @Tag("nightly")
  @Tag("kubernetes")
  void aQuotaOfAnEarlierRunIsNoReasonOfALaterOne() throws Exception {
    create(
        new ResourceQuotaBuilder()
            .withNewMetadata()
            .withName("small")
            .withNamespace(NAMESPACE)
            .endMetadata()
            .withNewSpec()
            .addToHard("limits.cpu", new Quantity("1"))
            .endSpec()
            .build());
    try (CommandRun refused = run("quota", 2)) {
      assertThat(refused.exit()).as(said(refused)).isEqualTo(3);
      assertThat(said(refused)).contains("gets no pods", "failed quota: small");
    } finally {
      admin.resourceQuotas().inNamespace(NAMESPACE).withName("small").delete();
    }
    try (CommandRun after = run("after", 2)) {
      assertThat(after.exit()).as(said(after)).isZero();
    }
  }

  @Test
  @Tag("nightly")
  @Tag("kubernetes")
  void aTimeWithoutTheApiEndsNoRun() throws Exception {
    fakes(10);
    try (CommandRun run = run("silent", 2)) {
      running(DEVICES);
      kubernetes.api(false);
      run.line(line -> line.contains("has not answered for"));
      kubernetes.api(true);

      assertThat(run.exit()).as(said(run)).isZero();
      assertThat(said(run)).doesNotContain("Exception");
    }
  }

  @Test
  void aMisspeltSettingOfPodsIsRefusedInTheWordsOfTheApi() throws Exception {
    Path pods =
        Files.writeString(folder.resolve("pods.yaml"), "devices: { spec: { tolerration: [] } }");
    try (CommandRun run = run("settings", 2, "--pods=" + pods)) {
      assertThat(run.exit()).as(said(run)).isEqualTo(3);
      assertThat(run.err()).contains("tolerration");
    }
  }

  @Test
  @Tag("nightly")
  @Tag("kubernetes")
  void podsMayWaitForNodesThatCome() throws Exception {
    Path pods =
        Files.writeString(
            folder.resolve("pods.yaml"), "all: { spec: { nodeSelector: { pool: new } } }");
    try (CommandRun run = run("nodes", 2, "--pods=" + pods, "--autoscaled", "--wait=3m")) {
      Pod pod = unschedulable("provisioning");
      assertThat(pod.getSpec().getNodeName()).isNull();
      // Longer than a pod may be without a node where none are added.
      TimeUnit.SECONDS.sleep(35);
      label("new");

      assertThat(run.exit()).as(said(run)).isZero();
    }
  }

  @Test
  void aCrowdedApiIsAskedAgainWhenItSays() throws Exception {
    kubernetes.refuse(5);
    try (CommandRun run = run("crowded", 2)) {
      assertThat(run.exit()).as(said(run)).isZero();
    }
  }

  @Test
  @Tag("nightly")
  @Tag("kubernetes")
  void aClockThatGoesAheadJudgesNoPod() throws Exception {
    Path faked = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1");
    assumeThat(faked).as("faketime is installed").exists();
    // Without a node for a moment, which ten minutes would be too long for.
    Path pods =
        Files.writeString(
            folder.resolve("pods.yaml"), "all: { spec: { nodeSelector: { pool: later } } }");
    clock =
        Map.of(
            "LD_PRELOAD",
            faked.toString(),
            "FAKETIME",
            "+10m",
            "FAKETIME_DONT_FAKE_MONOTONIC",
            "1");
    try (CommandRun run = run("ahead", 2, "--pods=" + pods)) {
      unschedulable("provisioning");
      label("later");

      assertThat(run.exit()).as(said(run)).isZero();
    }
  }

  @Test
  void theSidecarOfAMeshHoldsNoPart() throws Exception {
    Path pods =
        Files.writeString(
            folder.resolve("pods.yaml"),
            """
            provisioning:
              spec:
                containers:
                  - name: proxy
                    image: fake.test/proxy
                    resources: { limits: { cpu: 100m, memory: 64Mi } }
                    securityContext:
                      allowPrivilegeEscalation: false
                      capabilities: { drop: [ALL] }
            """);
    try (CommandRun run = run("mesh", 2, "--pods=" + pods)) {
      assertThat(run.exit()).as(said(run)).isZero();
    }
  }

  @Test
  @Tag("nightly")
  @Tag("kubernetes")
  void aNodeThatDiesEndsTheRunWithinTwoMinutes() throws Exception {
    fakes(600);
    try (CommandRun run = run("dead", 2)) {
      Pod pod = running(DEVICES);
      String node = pod.getSpec().getNodeName();
      long died = System.nanoTime();
      kubernetes.die(node);

      assertThat(run.exit()).as(said(run)).isEqualTo(3);
      assertThat(System.nanoTime() - died).isLessThan(TimeUnit.MINUTES.toNanos(2));
      assertThat(run.err()).contains(" is taken away: ");
      assertThat(said(run)).contains(pod.getMetadata().getName() + " goes when its node " + node);
      // As its owner does; only then do its pods go.
      admin.nodes().withName(node).delete();
      admin
          .pods()
          .inNamespace(NAMESPACE)
          .withField("spec.nodeName", node)
          .withGracePeriod(0)
          .delete();
    }
  }

  @Test
  void podsWithoutRoomAreRefusedBeforeAnythingIsMade() throws Exception {
    ClusterRoleBinding nodes =
        new ClusterRoleBindingBuilder()
            .withNewMetadata()
            .withName("nodes")
            .endMetadata()
            .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "nodes")
            .addNewSubject("rbac.authorization.k8s.io", "User", "tester", null)
            .build();
    admin.resource(nodes).create();
    try (CommandRun run = run("large", 2000)) {
      assertThat(run.exit()).as(said(run)).isEqualTo(2);
      assertThat(run.err()).contains("--shards: found 2000, ");
    } finally {
      admin.resource(nodes).delete();
    }
  }

  @Test
  void aSignalBringsWhatIsThereAndLeavesNothing() throws Exception {
    fakes(600);
    try (CommandRun run = run("signal", 2)) {
      running(DEVICES);
      run.terminate();

      assertThat(run.exit()).as(said(run)).isEqualTo(130);
      assertThat(said(run)).contains("files of the backend are in ");
      assertThat(folder.resolve("signal").resolve(Result.FILE)).isNotEmptyFile();
    }
  }

  @Test
  @Tag("nightly")
  @Tag("kubernetes")
  void theResultsOfACommandThatWasKilledAreFetchedLater() throws Exception {
    fakes(5);
    try (CommandRun run = run("killed", 2)) {
      running(DEVICES);
      run.kill();
      admin
          .batch()
          .v1()
          .jobs()
          .inNamespace(NAMESPACE)
          .withLabel("app", DEVICES)
          .waitUntilCondition(
              job -> job != null && job.getStatus().getCompletionTime() != null,
              SECONDS,
              TimeUnit.SECONDS);
    }
    // The backend has its verdict a moment after the last shard.
    Path out = folder.resolve("fetched");
    int code;
    int tries = 0;
    do {
      try (CommandRun fetch = loadtest(List.of("cluster", "fetch", "--out=" + out))) {
        code = fetch.exit();
        assertThat(code).as(said(fetch)).isIn(0, 2);
      }
    } while (code != 0 && ++tries < 20);
    assertThat(out.resolve(Result.FILE)).isNotEmptyFile();
  }

  @Test
  void ofResultsThatBrokeOffALaterCommandFetchesTheRest() throws Exception {
    Path out = folder.resolve("broken");
    kubernetes.cut(PART_BYTES, 0, 0);
    try (CommandRun run = run("broken", 2)) {
      assertThat(run.exit()).as(said(run)).isEqualTo(74);
      assertThat(run.err()).containsPattern("loadtest cluster fetch [0-9a-f]+ --out " + out);
      assertThat(said(run)).doesNotContain("Exception", "Failure");
    }
    Path part;
    try (Stream<Path> files = Files.list(out)) {
      part = files.filter(each -> each.toString().endsWith(".zip.part")).findFirst().orElseThrow();
    }
    long came = Files.size(part);
    assertThat(came).isPositive();

    try (CommandRun fetch = loadtest(List.of("cluster", "fetch", "--out=" + out))) {
      assertThat(fetch.exit()).as(said(fetch)).isZero();
    }

    try (Stream<String> requests = Files.lines(kubernetes.auditLog())) {
      assertThat(requests.filter(each -> each.contains("command=zip")).reduce((a, b) -> b))
          .hasValueSatisfying(last -> assertThat(last).contains("command=" + came));
    }
    assertThat(out.resolve(Result.FILE)).hasSameTextualContentAs(results.resolve(Result.FILE));
    assertThat(part).doesNotExist();
  }
}
