package io.fleetload.profile;

/** Name and seed of the run, and where its shards meet. */
public record Run(
    @Doc(
            value = "names the run and its results directory",
            required = true,
            form = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}",
            expected = "letters, digits, dot, dash and underscore, 64 at most")
        String name,
    @Doc(value = "seed of everything random in the run", byDefault = "1") Long seed,
    @Doc(
            value =
                "where the shards of a run wait for each other and agree on when to begin, unless"
                    + " --start-at says when: a directory that all of them see, relative to this"
                    + " file; or kafka, where the backend decides, over a topic of target.kafka,"
                    + " and takes in their books",
            form = "[\\s\\S]+",
            expected = "a directory, or kafka")
        String barrier,
    @Doc(
            value =
                "the longest wait of a connected shard for the others at the barrier, and of the"
                    + " backend for a shard's book once the run is over",
            byDefault = "2m")
        Span barrierTimeout) {

  /** Fills in what the profile leaves open. */
  public Run {
    seed = seed == null ? 1L : seed;
    barrierTimeout = barrierTimeout == null ? Span.parse("2m") : barrierTimeout;
  }
}
