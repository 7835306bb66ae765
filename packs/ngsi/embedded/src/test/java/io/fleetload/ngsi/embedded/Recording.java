// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The exchanges with a real broker, and the notifications that it sent between them. */
final class Recording {
  private static final Pattern BLOCK = Pattern.compile("(?m)^### (?=.)");
  private static final Pattern REQUEST = Pattern.compile("(?m)^  > ([A-Z]+) (\\S+)  (\\{.*\\})$");
  private static final Pattern BODY = Pattern.compile("(?m)^  > .*\\n  >(.*)$");
  private static final Pattern ANSWER = Pattern.compile("(?ms)^  < (\\d+) (\\{.*?\\})\\n  <(.*)");
  private static final Pattern NOTIFICATION =
      Pattern.compile("(?ms)^\\d+\\.\\d+ POST (\\S+) (\\{.*?\\})\\n   (\\{.*?\\n\\})");
  private static final Pattern ORION_NOTIFICATION =
      Pattern.compile("(?m)^  N ([A-Z]+ \\S+) HTTP/1.1  (\\{.*})\\n  N (.*)$");
  private static final Pattern HEADER = Pattern.compile("'([^']+)': '([^']*)'");

  private Recording() {}

  /** A request, or its answer. */
  record Message(String line, Map<String, String> headers, String body) {}

  /**
   * One block of the file.
   *
   * @param exchange the request and the answer; none in a block of notifications
   * @param notifications what a receiver was sent
   */
  record Block(String name, List<Message> exchange, List<Message> notifications) {}

  /**
   * Scorpio's, with other addresses of the broker, and of the receiver that also serves the
   * context.
   */
  static List<Block> ofScorpio(String broker, String receiver) throws Exception {
    return read(
        "scorpio.txt", Map.of("http://127.0.0.1:9090", broker, "http://127.0.0.1:18100", receiver));
  }

  /** Orion's, with another address of the receiver. */
  static List<Block> ofOrion(String receiver) throws Exception {
    return read("orion.txt", Map.of("http://127.0.0.1:11999", receiver));
  }

  private static List<Block> read(String file, Map<String, String> addresses) throws Exception {
    try (InputStream in = Recording.class.getResourceAsStream(file)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (Map.Entry<String, String> each : addresses.entrySet()) {
        text = text.replace(each.getKey(), each.getValue());
      }
      return BLOCK.splitAsStream(text).skip(1).map(Recording::block).toList();
    }
  }

  private static Block block(String text) {
    String title = text.lines().findFirst().orElseThrow();
    String name = title.replaceAll("(  \\(\\d+ ms\\).*|:)$", "");
    List<Message> exchange = new ArrayList<>();
    Matcher request = REQUEST.matcher(text);
    if (request.find()) {
      Matcher body = BODY.matcher(text);
      String line = request.group(1) + " " + request.group(2);
      String sent = body.find() ? body.group(1).strip().replaceAll("^None$", "") : "";
      exchange.add(new Message(line, headers(request.group(3)), sent));
      Matcher answer = ANSWER.matcher(text);
      if (!answer.find()) {
        throw new AssertionError("no answer in " + text);
      }
      exchange.add(new Message(answer.group(1), headers(answer.group(2)), answer.group(3).strip()));
    }
    List<Message> notifications =
        Stream.of(NOTIFICATION, ORION_NOTIFICATION)
            .flatMap(it -> it.matcher(text).results())
            .map(Recording::notification)
            .toList();
    return new Block(name, exchange, notifications);
  }

  private static Message notification(MatchResult found) {
    return new Message(found.group(1), headers(found.group(2)), found.group(3));
  }

  private static Map<String, String> headers(String text) {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    HEADER.matcher(text).results().forEach(it -> headers.put(it.group(1), it.group(2)));
    return headers;
  }
}
