// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ledger as a flow: scheduled → sent → confirmed → delivered → stored from left to right, as
 * far as the result knows, a ribbon for each flow, and below it what leaked out on the way, by
 * cause. Widths are to scale, but nothing that happened is thinner than a hair.
 *
 * @param height of the whole picture
 * @param words the picture for a reader who cannot see it
 */
public record LedgerPicture(double height, String words, List<Station> stations) {
  private static final int WIDTH = 1_000;
  private static final int TOP = 46;
  private static final int HEIGHT = 130;
  private static final int NODE = 12;
  private static final int LEAK_GAP = 18;
  private static final int LEAK_ROW = 40;
  private static final int LONGEST_NAME = 30;
  private static final double WIDEST_BEND = 40;
  private static final double HAIR = 1.5;
  private static final String STORE = "/ledger/store";

  /** A place where messages are counted, with what goes on from it and what leaks after it. */
  record Station(
      String name, long messages, double x, double height, List<Ribbon> ribbons, List<Leak> leaks) {
    /** The count as the page prints it. */
    public String count() {
      return FigureFormat.count(messages);
    }
  }

  /** The messages of one flow on their way to the next station, named {@code what}. */
  record Ribbon(
      ResultNode flow,
      ResultNode messages,
      String what,
      double x,
      double y,
      double width,
      double height) {}

  /** Messages that left the stream: a bent line of that height, and its text at a point. */
  record Leak(
      String name, String count, String share, String path, double height, double x, double y) {
    /** Returns the height of its count, below its name. */
    public double secondLine() {
      return rounded(y + 17);
    }

    /** The next station's leaks begin a third of the picture further on. */
    public String shortName() {
      return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
    }
  }

  /** Returns the picture of a result, or null if nothing was due. */
  public static LedgerPicture of(ResultNode result) {
    Drawing drawing = new Drawing(result.at("flows"), LiveResult.is(result.json()));
    return drawing.all == 0 ? null : drawing.picture();
  }

  public int width() {
    return WIDTH;
  }

  /** Returns the height at which the stations begin. */
  public int top() {
    return TOP;
  }

  /** Width of a station. */
  public int node() {
    return NODE;
  }

  private static double rounded(double value) {
    return Math.round(value * 100) / 100.0;
  }

  private static final class Drawing {
    private final ResultNode flows;
    private final boolean running;
    private final Map<String, String> names = new LinkedHashMap<>();
    private final long all;

    Drawing(ResultNode flows, boolean running) {
      this.flows = flows;
      this.running = running;
      this.all = flows.sum("/scheduled");
      names.put("scheduled", "/scheduled");
      names.put("sent", "/sent");
      names.put("confirmed", "/ok");
      if (flows.anyAt("/ledger")) {
        names.put("delivered", "/ledger/delivered");
      }
      if (flows.anyAt(STORE)) {
        names.put("stored", STORE + "/stored");
      }
    }

    LedgerPicture picture() {
      List<Station> stations = new ArrayList<>();
      List<String> words = new ArrayList<>();
      List<String> order = List.copyOf(names.keySet());
      double step = (WIDTH - 120.0) / (order.size() - 1);
      double lowest = TOP + HEIGHT;
      for (int i = 0; i < order.size(); i++) {
        double x = 10 + i * step;
        long messages = flows.sum(names.get(order.get(i)));
        words.add(order.get(i) + " " + FigureFormat.count(messages));
        List<Ribbon> ribbons = List.of();
        List<Leak> leaks = new ArrayList<>();
        if (i + 1 < order.size()) {
          Map<String, Long> leaked = leakedAfter(i);
          ribbons = ribbons(x + NODE, x + step, order.get(i + 1));
          lowest = Math.max(lowest, bend(leaked, x + NODE, order.get(i + 1), leaks));
          leaked.forEach((name, count) -> words.add(name + " " + FigureFormat.count(count)));
        }
        stations.add(
            new Station(
                order.get(i), messages, rounded(x), rounded(thickness(messages)), ribbons, leaks));
      }
      return new LedgerPicture(
          Math.ceil(lowest) + 6, "The way of all messages: " + String.join(", ", words), stations);
    }

    /** Returns the counts that reach a station and not the next, by cause, the largest first. */
    private Map<String, Long> leakedAfter(int station) {
      Map<String, Long> leaks = new LinkedHashMap<>();
      switch (station) {
        case 0 -> add(leaks, "notSentBy", "notSent", "not sent");
        case 1 -> {
          add(leaks, "failedBy", "failed", "failed");
          leaks.put("refused", flows.sum("/refused"));
          leaks.put(running ? "in flight" : "unsettled", flows.sum("/unsettled"));
        }
        case 2 -> leaks.put("lost", flows.sum("/ledger/lost"));
        default -> {
          leaks.put("not stored", flows.sum(STORE + "/receivedNotStored"));
          leaks.put("without a store", withoutStore());
        }
      }
      Map<String, Long> sorted = new LinkedHashMap<>();
      leaks.entrySet().stream()
          .filter(each -> each.getValue() > 0)
          .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
          .forEach(each -> sorted.put(each.getKey(), each.getValue()));
      return sorted;
    }

    /** Returns the delivered messages of flows with a store that is not read. */
    private long withoutStore() {
      return flows.each().stream()
          .filter(flow -> flow.json().at(STORE).isMissingNode())
          .mapToLong(flow -> flow.json().at("/ledger/delivered").asLong())
          .sum();
    }

    private void add(Map<String, Long> leaks, String byCause, String total, String name) {
      for (ResultNode flow : flows.each()) {
        long unnamed = flow.at(total).json().asLong();
        for (ResultNode cause : flow.at(byCause).each()) {
          leaks.merge(name + ": " + cause.key(), cause.json().asLong(), Long::sum);
          unnamed -= cause.json().asLong();
        }
        leaks.merge(name, unnamed, Long::sum);
      }
    }

    private List<Ribbon> ribbons(double from, double to, String next) {
      List<Ribbon> ribbons = new ArrayList<>();
      double y = TOP;
      for (ResultNode flow : flows.each()) {
        ResultNode messages = new ResultNode("", "", 0, flow.json().at(names.get(next)));
        double height = thickness(messages.json().asLong());
        if (height > 0) {
          ribbons.add(
              new Ribbon(
                  flow,
                  messages,
                  next,
                  rounded(from),
                  rounded(y),
                  rounded(to - from),
                  rounded(height)));
        }
        y += height;
      }
      return ribbons;
    }

    /** Draws what leaks on the way to the next station and returns how far down it reaches. */
    private double bend(Map<String, Long> leaked, double from, String next, List<Leak> leaks) {
      double source = TOP + thickness(flows.sum(names.get(next)));
      double y = TOP + HEIGHT + LEAK_GAP;
      // A broad band needs more room to bend.
      double widest = leaked.values().stream().mapToDouble(this::thickness).max().orElse(0);
      double end = from + 32 + Math.min(WIDEST_BEND, widest);
      for (Map.Entry<String, Long> each : leaked.entrySet()) {
        double thickness = thickness(each.getValue());
        double height = Math.max(HAIR, thickness);
        double row = Math.max(LEAK_ROW, height + 10);
        double begin = Math.min(source, TOP + HEIGHT - height) + height / 2;
        leaks.add(
            new Leak(
                each.getKey(),
                FigureFormat.count(each.getValue()),
                FigureFormat.shareOf(each.getValue(), all),
                curve(from, begin, end, y + row / 2),
                rounded(height),
                rounded(end + 6),
                rounded(y + row / 2 - 3)));
        source += thickness;
        y += row;
      }
      return y;
    }

    private static String curve(double fromX, double fromY, double toX, double toY) {
      double middle = rounded((fromX + toX) / 2);
      return "M%s %s C%s %s %s %s %s %s"
          .formatted(
              rounded(fromX),
              rounded(fromY),
              middle,
              rounded(fromY),
              middle,
              rounded(toY),
              rounded(toX),
              rounded(toY));
    }

    private double thickness(long count) {
      return (double) HEIGHT * count / all;
    }
  }
}
