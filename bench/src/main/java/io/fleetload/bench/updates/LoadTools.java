// SPDX-License-Identifier: EPL-2.0
package io.fleetload.bench.updates;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** The load tools that can be compared with, each with the same scenario in its own language. */
public final class LoadTools {
  private static final String FOREVER = "10h";

  private LoadTools() {}

  /**
   * A tool.
   *
   * @param name {@code k6}, {@code gatling} or {@code wrk}
   * @param where the program; of Gatling, the class path of its jars
   * @param port the server's
   */
  public static LoadTool of(String name, String where, int port) {
    String base = "http://127.0.0.1:" + port;
    LoadTool.Command command =
        switch (name) {
          case "k6" -> users -> k6(where, base, users);
          case "wrk" -> users -> wrk(where, base, users);
          case "gatling" -> users -> gatling(where, base, users);
          default -> throw new IllegalArgumentException("no load tool " + name);
        };
    return new LoadTool(command, base);
  }

  private static List<String> k6(String program, String base, int users) throws IOException {
    Path script = resource("update.js", Files.createTempDirectory("k6"));
    return List.of(
        program,
        "run",
        "--quiet",
        "--no-usage-report",
        "--vus",
        Integer.toString(users),
        "--duration",
        FOREVER,
        "--env",
        "BASE=" + base,
        script.toString());
  }

  private static List<String> wrk(String program, String base, int users) throws IOException {
    Path script = resource("update.lua", Files.createTempDirectory("wrk"));
    return List.of(
        program,
        "--threads",
        "1",
        "--connections",
        Integer.toString(users),
        "--duration",
        FOREVER,
        "--script",
        script.toString(),
        base);
  }

  private static List<String> gatling(String classPath, String base, int users) throws IOException {
    Path directory = Files.createTempDirectory("gatling");
    compile(resource("UpdateSimulation.java", directory), classPath);
    return List.of(
        System.getProperty("java.home") + "/bin/java",
        "-Xmx512m",
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        "-Dbase=" + base,
        "-Dusers=" + users,
        "-cp",
        directory + ":" + classPath,
        "io.gatling.app.Gatling",
        "--simulation",
        "UpdateSimulation",
        "--results-folder",
        directory.toString(),
        "--no-reports");
  }

  private static void compile(Path source, String classPath) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IOException("Gatling's scenario needs a JDK to be compiled, and this is none");
    }
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int code =
        compiler.run(
            null,
            said,
            said,
            "-proc:none",
            "-cp",
            classPath,
            "-d",
            source.getParent().toString(),
            source.toString());
    if (code != 0) {
      throw new IOException(
          "Gatling's scenario does not compile with --gatling "
              + classPath
              + ": "
              + said.toString(StandardCharsets.UTF_8));
    }
  }

  private static Path resource(String name, Path directory) throws IOException {
    try (InputStream resource = LoadTools.class.getResourceAsStream("/updates/" + name)) {
      return Files.write(directory.resolve(name), resource.readAllBytes());
    }
  }
}
