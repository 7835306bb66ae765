// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pack;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A jar of a pack that is started for a run: the system under test, or what runs beside it. It
 * writes one line of JSON when it is ready.
 */
public final class Launch {
  private final String process;
  private final String described;
  private final String jar;
  private final List<String> javaOptions;
  private final LaunchArguments arguments;
  private final Function<Map<String, String>, ReadyValues> ready;

  private Launch(
      String process,
      String described,
      String jar,
      List<String> javaOptions,
      LaunchArguments arguments,
      Function<Map<String, String>, ReadyValues> ready) {
    this.process = process;
    this.described = described;
    this.jar = jar;
    this.javaOptions = javaOptions;
    this.arguments = arguments;
    this.ready = ready;
  }

  /** The arguments of a program. */
  @FunctionalInterface
  public interface LaunchArguments {
    /**
     * Makes them.
     *
     * @param fleets how many times all devices connect again at most
     * @param port where it shows its metrics; 0 for any port that is free
     */
    List<String> of(int fleets, int port);
  }

  /**
   * A program that was started and is ready.
   *
   * @param overrides point the simulators at it
   * @param metrics its page in Prometheus' format; or null
   * @param described what it is, for a reader of the result and without an address
   */
  public record ReadyValues(List<String> overrides, URI metrics, String described) {}

  /**
   * A jar without arguments.
   *
   * @param process the name of its process, in what is said and as the name of its log
   * @param described what is started, for the user: "the embedded …"
   * @param jar where it is, from the root of the installation
   * @param javaOptions options of its virtual machine
   */
  public static Launch of(String process, String described, String jar, String... javaOptions) {
    return new Launch(
        process,
        described,
        jar,
        List.of(javaOptions),
        (fleets, port) -> List.of(),
        line -> new ReadyValues(List.of(), null, described));
  }

  /** The same with arguments. */
  public Launch with(LaunchArguments others) {
    return new Launch(process, described, jar, javaOptions, others, ready);
  }

  /** The same with arguments, and before them {@code --metrics-port} where a port is asked for. */
  public Launch withMetricsPort(List<String> others) {
    return with(
        (fleets, port) -> {
          List<String> all = new ArrayList<>();
          if (port != 0) {
            all.addAll(List.of("--metrics-port", Integer.toString(port)));
          }
          all.addAll(others);
          return all;
        });
  }

  /** The same, its ready line read by the pack. */
  public Launch saying(Function<Map<String, String>, ReadyValues> read) {
    return new Launch(process, described, jar, javaOptions, arguments, read);
  }

  /**
   * The same, some values of its ready line being values of the profile; its metrics are where the
   * value {@code metrics} says.
   *
   * @param target what it is, for a reader of the result
   * @param keys the profile's keys, by the names of the values
   */
  public Launch saying(String target, Map<String, String> keys) {
    return saying(
        line ->
            new ReadyValues(
                overrides(line, keys),
                line.get("metrics") == null ? null : URI.create(line.get("metrics")),
                target));
  }

  /** The overrides of a profile that a ready line makes, by the names of its values. */
  public static List<String> overrides(Map<String, String> line, Map<String, String> keys) {
    List<String> overrides = new ArrayList<>();
    new TreeMap<>(keys)
        .forEach(
            (name, key) -> {
              if (line.get(name) != null) {
                overrides.add(key + "=" + line.get(name));
              }
            });
    return overrides;
  }

  /** The name of its process, in what is said and as the name of its log. */
  public String process() {
    return process;
  }

  /** Name of what is started, for the user. */
  public String described() {
    return described;
  }

  /** Path of its jar from the root of the installation. */
  public String jar() {
    return jar;
  }

  /** Options of its virtual machine. */
  public List<String> javaOptions() {
    return javaOptions;
  }

  /**
   * Its arguments.
   *
   * @param fleets how many times all devices connect again at most
   * @param port where it shows its metrics; 0 for any port that is free
   */
  public List<String> arguments(int fleets, int port) {
    return arguments.of(fleets, port);
  }

  /** Reads its ready line, which has its values by their names. */
  public ReadyValues ready(Map<String, String> line) {
    return ready.apply(line);
  }
}
