package io.fleetload.analysis.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The ledger as a flow: scheduled → sent → confirmed → delivered from left to right, a ribbon for
 * each flow, and below what leaked out on the way, by cause. Widths are to scale, but nothing that
 * happened is thinner than a hair.
 */
final class LedgerPicture {
  private static final int WIDTH = 1_000;
  private static final int TOP = 46;
  private static final int HEIGHT = 130;
  private static final int NODE = 12;
  private static final int LEAK_GAP = 18;
  private static final int LEAK_ROW = 40;
  private static final int LONGEST_NAME = 30;
  private static final double WIDEST_BEND = 40;
  private static final double HAIR = 1.5;

  private final Flows flows;
  private final boolean backend;
  private final boolean running;

  LedgerPicture(JsonNode result) {
    this.flows = Flows.of(result);
    this.backend = flows.any("/ledger");
    this.running = Running.is(result);
  }

  /** A place where messages are counted. */
  private record Station(String name, String pointer) {}

  /** What left the stream after a station. */
  private record Leak(String name, long count) {}

  String svg() {
    long all = flows.sum("/scheduled");
    if (all == 0) {
      return "";
    }
    List<Station> stations = stations();
    double step = (WIDTH - 120.0) / (stations.size() - 1);
    StringBuilder drawn = new StringBuilder();
    int lowest = TOP + HEIGHT;
    for (int i = 0; i < stations.size(); i++) {
      double x = 10 + i * step;
      if (i + 1 < stations.size()) {
        ribbons(drawn, x + NODE, x + step, all, stations.get(i + 1));
        lowest = Math.max(lowest, leaks(drawn, x + NODE, all, stations, i));
      }
      station(drawn, x, all, stations.get(i));
    }
    return String.format(
            Locale.ROOT,
            "<div class=\"wide\"><svg id=\"ledger-picture\" viewBox=\"0 0 %d %d\" role=\"img\""
                + " aria-label=\"%s\">%n",
            WIDTH,
            lowest + 6,
            Html.escape(inWords(stations)))
        + drawn
        + "</svg></div>\n";
  }

  private List<Station> stations() {
    List<Station> stations = new ArrayList<>();
    stations.add(new Station("scheduled", "/scheduled"));
    stations.add(new Station("sent", "/sent"));
    stations.add(new Station("confirmed", "/ok"));
    if (backend) {
      stations.add(new Station("delivered", "/ledger/delivered"));
    }
    return stations;
  }

  private List<Leak> after(int station) {
    Map<String, Long> leaks = new LinkedHashMap<>();
    switch (station) {
      case 0 -> add(leaks, "/notSentBy", "/notSent", "not sent");
      case 1 -> {
        add(leaks, "/failedBy", "/failed", "failed");
        leaks.put(running ? "in flight" : "unsettled", flows.sumUnsettled());
      }
      default -> leaks.put("lost", flows.sum("/ledger/lost"));
    }
    return leaks.entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .map(each -> new Leak(each.getKey(), each.getValue()))
        .sorted(Comparator.comparingLong(Leak::count).reversed())
        .toList();
  }

  private void add(Map<String, Long> leaks, String byCause, String total, String name) {
    flows.each(
        (flow, node) -> {
          long named = 0;
          for (Map.Entry<String, JsonNode> each : node.at(byCause).properties()) {
            leaks.merge(name + ": " + each.getKey(), each.getValue().asLong(), Long::sum);
            named += each.getValue().asLong();
          }
          leaks.merge(name, node.at(total).asLong() - named, Long::sum);
        });
  }

  private void station(StringBuilder drawn, double x, long all, Station station) {
    long count = flows.sum(station.pointer());
    drawn.append(
        String.format(
            Locale.ROOT,
            "<rect class=\"node\" x=\"%.1f\" y=\"%d\" width=\"%d\" height=\"%.2f\"/>%n"
                + "<text class=\"what\" x=\"%.1f\" y=\"15\">%s</text>"
                + "<text class=\"many\" x=\"%.1f\" y=\"36\" data-figure=\"picture.%s\""
                + " data-value=\"%d\">%s</text>%n",
            x,
            TOP,
            NODE,
            thickness(count, all),
            x,
            station.name(),
            x,
            station.name(),
            count,
            Printed.count(count)));
  }

  private void ribbons(StringBuilder drawn, double from, double to, long all, Station next) {
    double[] y = {TOP};
    flows.each(
        (name, flow) -> {
          double height = thickness(flow.at(next.pointer()).asLong(), all);
          if (height > 0) {
            drawn.append(
                String.format(
                    Locale.ROOT,
                    "<rect class=\"%s ribbon\" x=\"%.1f\" y=\"%.2f\" width=\"%.1f\""
                        + " height=\"%.2f\"><title>%s: %s %s</title></rect>%n",
                    Flows.colour(flows.index(name)),
                    from,
                    y[0],
                    to - from,
                    height,
                    Html.escape(name),
                    Printed.count(flow.at(next.pointer())),
                    next.name()));
          }
          y[0] += height;
        });
  }

  /** Draws what leaks after a station and returns how far down it reaches. */
  private int leaks(StringBuilder drawn, double from, long all, List<Station> stations, int i) {
    List<Leak> leaks = after(i);
    double source = TOP + thickness(flows.sum(stations.get(i + 1).pointer()), all);
    double y = TOP + HEIGHT + LEAK_GAP;
    // A broad band needs more room to bend.
    double widest = leaks.isEmpty() ? 0 : thickness(leaks.get(0).count(), all);
    double end = from + 32 + Math.min(WIDEST_BEND, widest);
    for (Leak leak : leaks) {
      double height = Math.max(HAIR, thickness(leak.count(), all));
      double row = Math.max(LEAK_ROW, height + 10);
      double middle = y + row / 2;
      double begin = Math.min(source, TOP + HEIGHT - height) + height / 2;
      drawn.append(
          String.format(
              Locale.ROOT,
              "<path class=\"leak\" stroke-width=\"%.2f\""
                  + " d=\"M%.1f %.2f C%.1f %.2f %.1f %.2f %.1f %.2f\"/>%n",
              height,
              from,
              begin,
              (from + end) / 2,
              begin,
              (from + end) / 2,
              middle,
              end,
              middle));
      drawn.append(label(leak, end + 6, middle, all));
      source += thickness(leak.count(), all);
      y += row;
    }
    return (int) Math.ceil(y);
  }

  private static String label(Leak leak, double x, double middle, long all) {
    return String.format(
        Locale.ROOT,
        "<text class=\"leaked\" x=\"%.1f\" y=\"%.2f\"><title>%s</title>%s</text>"
            + "<text x=\"%.1f\" y=\"%.2f\"><tspan class=\"strong\">%s</tspan> (%s)</text>%n",
        x,
        middle - 3,
        Html.escape(leak.name()),
        Html.escape(shortened(leak.name())),
        x,
        middle + 14,
        Printed.count(leak.count()),
        Html.escape(Printed.shareOf(leak.count(), all)));
  }

  private static double thickness(long count, long all) {
    return (double) HEIGHT * count / all;
  }

  /** The next station's leaks begin a third of the picture further on. */
  private static String shortened(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
  }

  private String inWords(List<Station> stations) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < stations.size(); i++) {
      Station station = stations.get(i);
      words.add(station.name() + " " + Printed.count(flows.sum(station.pointer())));
      if (i + 1 < stations.size()) {
        after(i).forEach(leak -> words.add(leak.name() + " " + Printed.count(leak.count())));
      }
    }
    return "The way of all messages: " + String.join(", ", words);
  }
}
