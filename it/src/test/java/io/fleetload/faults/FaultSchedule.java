// SPDX-License-Identifier: EPL-2.0
package io.fleetload.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What goes wrong in a run, and when.
 *
 * @param seed the number that it was drawn from, and that each datagram's fate follows from
 * @param load what the run asks for
 * @param link faults of the network between devices and adapter
 * @param parts faults of the parts of a run
 */
record FaultSchedule(long seed, Load load, List<FaultWindow> link, List<PartFault> parts) {
  private static final int MEASURE = 8;

  /**
   * A process that has done its part cannot be killed any more, and the line that says that
   * measuring began comes up to a second late.
   */
  private static final int LAST_FAULT_MILLIS = (MEASURE - 2) * 1_000;

  /** One in so many schedules harms the target itself, and needs one of its own. */
  private static final int STACKS = 20;

  /** The mark as a text, in 20 bytes, and in a message of several blocks. */
  private static final List<String> BODIES =
      List.of("payload: ditto", "payload: binary, size: 20B", "payload: ditto, size: 2500B");

  /** Faults of the network alone. */
  static FaultSchedule ofLink(Load load, FaultWindow... link) {
    return new FaultSchedule(1, load, List.of(link), List.of());
  }

  /** Faults of parts alone. */
  static FaultSchedule ofParts(Load load, PartFault... parts) {
    return new FaultSchedule(1, load, List.of(), List.of(parts));
  }

  /** The schedule that belongs to a number; the same one every time. */
  static FaultSchedule drawn(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Load load =
        new Load(
            random.nextInt(4, 13),
            random.nextInt(4, 11),
            MEASURE,
            random.nextInt(2, 4),
            BODIES.get(random.nextInt(BODIES.size())),
            List.of(Load.ANY_HOST));
    List<FaultWindow> link = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      link.add(window(random));
    }
    List<PartFault> parts = new ArrayList<>();
    if (seed % STACKS == 4) {
      parts.add(stack(random));
    } else if (link.isEmpty() || random.nextInt(3) == 0) {
      parts.add(part(random));
    }
    return new FaultSchedule(seed, load, link, parts);
  }

  private static FaultWindow window(SplittableRandom random) {
    LinkFault fault =
        switch (random.nextInt(7)) {
          case 0 -> new LinkFault.Loss(share(random, 0.01, 0.1));
          case 1 -> new LinkFault.Loss(share(random, 0.1, 0.6));
          case 2 -> new LinkFault.Delay(millis(random, 1, 300), millis(random, 1, 500));
          case 3 -> new LinkFault.Duplication(share(random, 0.01, 0.5));
          case 4 -> new LinkFault.Reordering(share(random, 0.01, 0.5), millis(random, 1, 400));
          case 5 -> new LinkFault.Blackhole();
          default -> new LinkFault.NewPorts(share(random, 0.1, 1.1));
        };
    // Into the drain, too.
    Duration from = millis(random, 0, (MEASURE + 1) * 1_000);
    boolean isShort = fault instanceof LinkFault.Blackhole || fault instanceof LinkFault.NewPorts;
    return new FaultWindow(from, from.plus(millis(random, 100, isShort ? 4_000 : 8_000)), fault);
  }

  private static PartFault part(SplittableRandom random) {
    Duration at = millis(random, 0, LAST_FAULT_MILLIS);
    Duration lasting = millis(random, 100, 4_000);
    PartFault.Part part =
        switch (random.nextInt(6)) {
          case 0, 1 -> PartFault.Part.BACKEND;
          case 2, 3 -> PartFault.Part.DEVICES;
          case 4 -> PartFault.Part.KAFKA;
          default -> PartFault.Part.CAMPAIGN;
        };
    boolean stops = part == PartFault.Part.KAFKA || random.nextInt(2) == 0;
    PartFault.Act deadly =
        part == PartFault.Part.CAMPAIGN && random.nextBoolean()
            ? PartFault.Act.TERMINATE
            : PartFault.Act.KILL;
    return new PartFault(at, part, stops ? PartFault.Act.STOP : deadly, lasting);
  }

  private static PartFault stack(SplittableRandom random) {
    return new PartFault(
        millis(random, 0, LAST_FAULT_MILLIS),
        PartFault.Part.STACK,
        random.nextBoolean() ? PartFault.Act.STOP : PartFault.Act.KILL,
        millis(random, 100, 6_000));
  }

  private static double share(SplittableRandom random, double from, double to) {
    return Math.min(1, Math.round(random.nextDouble(from, to) * 100) / 100.0);
  }

  private static Duration millis(SplittableRandom random, int from, int to) {
    return Duration.ofMillis(random.nextInt(from, to));
  }

  /** Whether it harms the target, so that no other run can share it. */
  boolean needsAStack() {
    return parts.stream().anyMatch(each -> each.part() == PartFault.Part.STACK);
  }

  /**
   * The exit codes that a run may come to: one where a process that it needs is killed, or else
   * those of a run that went to its end.
   */
  Set<Integer> exits() {
    for (PartFault each : parts) {
      boolean isCampaign = each.part() == PartFault.Part.CAMPAIGN;
      switch (each.act()) {
        case KILL -> {
          return Set.of(isCampaign ? 128 + 9 : 3);
        }
        case TERMINATE -> {
          return Set.of(130);
        }
        case STOP -> {}
      }
    }
    // A target that stands still for long is gone.
    return needsAStack() ? Set.of(0, 1, 3, 5) : Set.of(0, 1, 5);
  }

  @Override
  public String toString() {
    return Stream.of(Stream.of("schedule " + seed + ": " + load), link.stream(), parts.stream())
        .flatMap(each -> each)
        .map(Object::toString)
        .collect(Collectors.joining("\n  "));
  }
}
