// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fleetload.rig.Home;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A real Kubernetes, of which only the nodes are played: the program that {@code .ci/kubernetes}
 * builds.
 *
 * <p>Containers of images of {@code fake.test/} are no processes; {@code it/kubernetes/fake.go}
 * says what they do. Images of {@code missing.test/} are missing. Others run the tools' jars, with
 * the option {@code --real}.
 */
public final class RealKubernetes implements AutoCloseable {
  /** Why a test is skipped that needs one. */
  public static final String NONE =
      "no Kubernetes: KUBERNETES names what .ci/kubernetes prints, and etcd is installed";

  private static final int LONGEST_END_SECONDS = 60;

  private final Path folder;
  private final Process process;
  private final BufferedReader out;
  private final String host;

  private RealKubernetes(Path folder, Process process) throws IOException {
    this.folder = folder;
    this.process = process;
    this.out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    if (line == null) {
      String why = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      throw new IOException("Kubernetes does not start: " + why);
    }
    JsonNode ready = JsonMapper.builder().build().readTree(line);
    this.host = ready.path("host").asText();
  }

  /** The program, where it is built and etcd is installed. */
  public static Optional<Path> program() {
    boolean hasEtcd =
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(each -> Files.isExecutable(Path.of(each, "etcd")));
    return Stream.of(
            Optional.ofNullable(System.getProperty("fleetload.kubernetes")),
            Optional.ofNullable(System.getenv("KUBERNETES")),
            built())
        .flatMap(Optional::stream)
        .filter(each -> hasEtcd && !each.isEmpty())
        .map(Path::of)
        .findFirst();
  }

  /** Whether there is one; for a test's condition. */
  public static boolean isThere() {
    return program().isPresent();
  }

  private static Optional<String> built() {
    try {
      Process script =
          new ProcessBuilder(Home.path(".ci", "kubernetes").toString(), "--if-there")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String path = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return Optional.of(path.strip());
    } catch (IOException e) {
      // Of a source without the script, or a machine without bash.
      return Optional.empty();
    }
  }

  /**
   * Starts one and waits until it is ready.
   *
   * @param folder a new folder
   * @param options of the program, such as {@code --nodes 4}
   */
  public static RealKubernetes start(Path program, Path folder, String... options)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(program.toString(), "cluster", "--folder", folder.toString()));
    command.addAll(List.of(options));
    return new RealKubernetes(folder, new ProcessBuilder(command).start());
  }

  /**
   * The configuration of a user.
   *
   * @param user {@code admin}; or {@code tester} or {@code other}, who may do nothing until a role
   *     says so
   */
  public Path kubeconfig(String user) {
    return folder.resolve(user + ".kubeconfig");
  }

  /** This machine's address for pods that are real processes. */
  public String host() {
    return host;
  }

  /** Requests of {@code tester} and {@code other}, an event in JSON each line. */
  public Path auditLog() {
    return folder.resolve("audit.log");
  }

  /** Ends a node as a power cut does. */
  public void die(String node) throws IOException {
    obey("die " + node);
  }

  /** Ends the API server, or starts it again and waits until it answers. */
  public void api(boolean on) throws IOException {
    obey(on ? "api on" : "api off");
  }

  /** Refuses so many of the next requests of users that make an object, as a crowded API does. */
  public void refuse(int requests) throws IOException {
    obey("refuse " + requests);
  }

  /** Has the next commands of users in pods lose their connections, each after so many bytes. */
  public void cut(int... bytes) throws IOException {
    obey(
        IntStream.of(bytes).mapToObj(String::valueOf).collect(Collectors.joining(" ", "cut ", "")));
  }

  private void obey(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
    String answer = out.readLine();
    if (!("done: " + line).equals(answer)) {
      throw new IOException(line + ": " + answer);
    }
  }

  /** Ends it with all its processes. */
  @Override
  public void close() throws IOException {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("Kubernetes does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
