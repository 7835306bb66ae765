// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import io.fleetload.rig.Home;
import io.fleetload.rig.OwnOutput;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A command run in this process by the classes in its jar, with what it printed: where a test asks
 * for no more than its exit code, output or files, a process of its own costs seconds for nothing.
 *
 * @param code its exit code
 * @param out its standard output
 * @param err its standard error
 */
public record Printed(int code, String out, String err) {
  /** Each jar is loaded once, and sees none of the tests' libraries. */
  private static final Map<String, ClassLoader> JARS = new ConcurrentHashMap<>();

  /** Runs {@code loadtest} with those arguments. */
  public static Printed loadtest(List<String> arguments) {
    return by("campaign", "io.fleetload.campaign.LoadTest", arguments);
  }

  /** Runs provisioning with those arguments. */
  public static Printed provisioning(List<String> arguments) {
    return by("provisioning", "io.fleetload.provisioning.ProvisioningCommand", arguments);
  }

  /** Runs the device simulator with those arguments. */
  public static Printed devices(List<String> arguments) {
    return by("device-simulator", "io.fleetload.simulator.DeviceSimulator", arguments);
  }

  /**
   * Runs the backend simulator with those arguments, {@code --json} and {@code
   * --until-stdin-closes} among them.
   *
   * @param ready gets what makes it end, once it receives
   */
  public static Printed backend(List<String> arguments, Consumer<Runnable> ready) {
    return by("backend-simulator", "io.fleetload.backend.BackendCommand", arguments, ready);
  }

  private static Printed by(String tool, String command, List<String> arguments) {
    return by(tool, command, arguments, end -> {});
  }

  private static Printed by(
      String tool, String command, List<String> arguments, Consumer<Runnable> ready) {
    ClassLoader jar = JARS.computeIfAbsent(tool, Printed::jar);
    Thread thread = Thread.currentThread();
    ClassLoader ofTests = thread.getContextClassLoader();
    thread.setContextClassLoader(jar);
    try (OwnOutput own = OwnOutput.begin()) {
      own.once("\"event\":\"ready\"", () -> ready.accept(own::endInput));
      Class<?> lines = jar.loadClass("picocli.CommandLine");
      Object named = jar.loadClass(command).getConstructor().newInstance();
      Object line = lines.getConstructor(Object.class).newInstance(named);
      jar.loadClass("io.fleetload.commandline.ToolCommandLine")
          .getMethod("of", lines)
          .invoke(null, line);
      Object code =
          lines
              .getMethod("execute", String[].class)
              .invoke(line, (Object) arguments.toArray(String[]::new));
      return new Printed((int) code, own.out(), own.err());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the jar of " + tool + " has no such command", e);
    } finally {
      thread.setContextClassLoader(ofTests);
    }
  }

  private static ClassLoader jar(String tool) {
    try {
      URL jar = Home.path(tool + "/target/" + tool + ".jar").toUri().toURL();
      return new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader());
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }
}
