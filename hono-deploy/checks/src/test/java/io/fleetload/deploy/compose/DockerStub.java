// SPDX-License-Identifier: EPL-2.0
package io.fleetload.deploy.compose;

import io.fleetload.deploy.DeployFolder;
import io.fleetload.deploy.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A copy of the folder compose with a docker that only writes down what it is asked, and plays what
 * the environment says.
 */
final class DockerStub {
  /** What {@code up} calls beside docker and java. */
  private static final List<String> TOOLS =
      List.of(
          "dirname", "openssl", "sort", "mkdir", "rm", "mv", "chmod", "env", "sleep", "grep",
          "sed");

  private static final String DOCKER =
      """
      #!/bin/sh
      echo "docker $*" >> "$ASKED"
      case "$*" in
        info) exit "${DAEMON:-0}" ;;
        "compose version --short") echo "${VERSION-2.29.1}" && [ -n "${VERSION-x}" ] ;;
        *" ps --all --quiet") echo "${BEFORE:-}" ;;
        *" ps --all --format "*) echo "${SERVICES:-}" ;;
        *" logs "*) echo "the log's last line" ;;
        *" down --volumes") exit "${DOWN:-0}" ;;
        *" up --detach --wait kafka mongodb")
          [ -z "${PULL:-}" ] || { echo "$PULL" >&2; exit 18; } ;;
        *" up --detach --wait")
          [ -z "${SERVICES:-}" ] || exit 1
          if [ -n "${HANGS:-}" ]; then
            sleep 300 & nap=$!
            trap 'kill $nap; echo "docker ends" >> "$ASKED"; exit 130' TERM
            echo "waiting for the services"
            wait $nap
          fi ;;
      esac
      """;

  private static final String JAVA =
      """
      #!/bin/sh
      echo "java $*" >> "$ASKED"
      exit "${PROVISIONING:-0}"
      """;

  private final Path folder;

  /** In a folder that is empty. */
  DockerStub(Path folder) throws IOException {
    this.folder = folder;
    Files.createDirectories(folder.resolve("bin"));
    for (String tool : TOOLS) {
      forward(tool, whereIs(tool));
    }
    script("docker", DOCKER);
    script("java", JAVA);
    Path compose = Files.createDirectories(folder.resolve("hono-deploy/compose"));
    for (String file : List.of("up", "compose.yaml", "profile.yaml", "routes.xml")) {
      Files.copy(DeployFolder.at("compose/" + file), compose.resolve(file));
    }
    if (!compose.resolve("up").toFile().setExecutable(true)) {
      throw new IOException("cannot make up executable");
    }
    Files.createFile(Files.createDirectories(jar().getParent()).resolve(jar().getFileName()));
    Files.createFile(folder.resolve("asked"));
  }

  private static Path whereIs(String tool) {
    return Pattern.compile(":")
        .splitAsStream(System.getenv("PATH"))
        .map(each -> Path.of(each, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  /** What stands for the provisioning tool. */
  Path jar() {
    return folder.resolve("provisioning/target/provisioning.jar");
  }

  /** Puts the real tool in its place. */
  void provisioningOf(Path target) throws IOException {
    Files.delete(jar());
    Files.delete(jar().getParent());
    Files.createSymbolicLink(jar().getParent(), target);
  }

  /** A file of the copied folder. */
  Path compose(String file) {
    return folder.resolve("hono-deploy/compose").resolve(file);
  }

  void remove(String program) throws IOException {
    Files.delete(folder.resolve("bin").resolve(program));
  }

  /** Calls a program of this machine by that name. */
  void forward(String name, Path to) throws IOException {
    script(name, "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(to));
  }

  private void script(String name, String text) throws IOException {
    Path script = Files.writeString(folder.resolve("bin").resolve(name), text);
    if (!script.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + script + " executable");
    }
  }

  /** The script, which sees the stubs and no docker of this machine. */
  Program up(String... arguments) {
    String[] command = new String[arguments.length + 1];
    command[0] = compose("up").toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    return Program.of(command)
        .with("PATH", folder.resolve("bin").toString())
        .with("PSK_SECRET", "a secret of a test")
        .with("ASKED", folder.resolve("asked").toString());
  }

  /** What docker and java were asked, with the folder's own path left out. */
  List<String> asked() throws IOException {
    try (Stream<String> lines = Files.lines(folder.resolve("asked"))) {
      return lines.map(this::withoutFolder).toList();
    }
  }

  /** A text with the folder's own path left out. */
  String withoutFolder(String text) {
    return text.replace(folder.toString(), "HERE");
  }
}
