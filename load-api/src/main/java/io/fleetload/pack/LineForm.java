// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pack;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A load test in one line, as a pack has it: {@code loadtest echo://host:7 --devices 10 --for 30s}.
 * The engine has the options of all packs, makes a profile of the line, and runs that.
 *
 * @param urls kinds of the URLs of its system
 * @param flows names of the flows of which a line sends one, the usual one first
 * @param options those that only this pack has
 * @param keys what else the profile of a line says: {@code key.path=value} each, the values YAML;
 *     options win over them
 */
public record LineForm(
    List<UrlKind> urls,
    List<String> flows,
    List<KeyOption> options,
    Function<LineOrder, List<String>> keys) {
  /**
   * A kind of URL.
   *
   * @param scheme the part before {@code ://}; no other pack has it
   * @param port of a URL that names none; null if each URL has to name one
   * @param path whether a URL may have a path
   */
  public record UrlKind(String scheme, Integer port, boolean path) {
    /** Without a path. */
    public UrlKind(String scheme, Integer port) {
      this(scheme, port, false);
    }
  }

  /**
   * An option that sets keys of the profile. The profile's record has the text, the form and the
   * default of a key.
   *
   * @param name without the hyphens before it
   * @param keys in {@code flows.*} the star is the flow that is sent
   */
  public record KeyOption(String name, List<String> keys) {
    /** Of one key or several. */
    public KeyOption(String name, String... keys) {
      this(name, List.of(keys));
    }
  }

  /**
   * A line that a user wrote.
   *
   * @param target the system under test
   * @param flow one of the flows
   * @param devices number of devices, as it is written
   * @param given values of the pack's options that the line has, by name
   */
  public record LineOrder(
      TargetUrl target, String flow, String devices, Map<String, String> given) {}
}
