// SPDX-License-Identifier: EPL-2.0
package io.fleetload.tool;

import java.util.List;
import java.util.stream.Stream;

/** Options of the Java virtual machine of a tool that more than one program starts. */
public final class JavaOptions {
  /**
   * Ten times the calls that HotSpot wants of a method before its slower compiler takes it: with
   * its own numbers, that compiler takes half of the processor while a run starts (decision 17).
   */
  private static final List<String> COMPILED_LATER =
      List.of(
          "-XX:Tier4InvocationThreshold=50000",
          "-XX:Tier4MinInvocationThreshold=6000",
          "-XX:Tier4CompileThreshold=150000",
          "-XX:Tier4BackEdgeThreshold=400000");

  /**
   * The compilers leave tens of MB with the C library, which gives them back when asked. Java
   * 17.0.9 and 21.0.1 have the option, versions before ignore it; where the library is not glibc,
   * Java would complain on standard output.
   */
  private static final List<String> NATIVE_MEMORY_GIVEN_BACK =
      System.getProperty("os.name").equals("Linux")
          ? List.of("-XX:+IgnoreUnrecognizedVMOptions", "-XX:TrimNativeHeapInterval=5000")
          : List.of();

  /**
   * The device simulator's. Who measures what devices cost starts them as a run does, or the
   * figures are of something else.
   */
  public static final List<String> OF_DEVICES =
      Stream.concat(
              of("-Xmx1g", "-Xms44m", "-Xmn12m", "-XX:MinHeapFreeRatio=20", "-XX:+UseSerialGC")
                  .stream(),
              NATIVE_MEMORY_GIVEN_BACK.stream())
          .toList();

  private JavaOptions() {}

  /**
   * Returns the options of a program of a run.
   *
   * @param own its own options, after those of all programs; they win
   */
  public static List<String> of(String... own) {
    return Stream.concat(COMPILED_LATER.stream(), Stream.of(own)).toList();
  }
}
