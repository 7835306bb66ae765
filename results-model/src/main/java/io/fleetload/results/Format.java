package io.fleetload.results;

/** The format of a file, by its {@code version}. A file of another kind has none, which reads 0. */
final class Format {
  private Format() {}

  static void check(int found, int expected) {
    if (found != expected) {
      throw new IllegalArgumentException(
          "found format version " + found + ", expected " + expected);
    }
  }
}
