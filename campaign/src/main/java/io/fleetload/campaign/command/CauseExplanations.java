// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command;

import io.fleetload.driver.Cause;
import io.fleetload.driver.NotSent;
import io.fleetload.results.ledger.CommandLedger;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The causes of failures and of messages that were not sent, a line each. */
final class CauseExplanations {
  private static final String PROTOCOL = "protocol.";
  private static final String FAILED = "cause %s: a message failed: %s";

  private final Map<String, String> lines = new LinkedHashMap<>();

  CauseExplanations() {
    Stream.of(Cause.Transport.values(), Cause.Answer.values(), Cause.Backend.values())
        .flatMap(Stream::of)
        .forEach(each -> put(FAILED, each.key(), each.meaning()));
    put(FAILED, CommandLedger.REFUSED, "the target reported its command as undeliverable");
    for (NotSent each : NotSent.values()) {
      put("cause %s: a message was not sent: %s", each.key(), each.meaning());
    }
  }

  private void put(String format, String key, String meaning) {
    lines.put(key.toLowerCase(Locale.ROOT), format.formatted(key, meaning));
  }

  /** The line of a cause; what a code of a protocol means, its pack's page says. */
  Optional<String> line(String word) {
    String small = word.toLowerCase(Locale.ROOT);
    if (small.startsWith(PROTOCOL) && small.length() > PROTOCOL.length()) {
      Cause cause = new Cause.Protocol(word.substring(PROTOCOL.length()));
      return Optional.of(FAILED.formatted(cause.key(), cause.meaning()));
    }
    if (small.startsWith(Cause.Refusal.KEY) && small.length() > Cause.Refusal.KEY.length()) {
      Cause cause = new Cause.Refusal(word.substring(Cause.Refusal.KEY.length()));
      return Optional.of(
          "cause %s: a message or a session was refused: %s"
              .formatted(cause.key(), cause.meaning()));
    }
    return Optional.ofNullable(lines.get(small));
  }

  /** All causes that have a name of their own, in small letters. */
  Set<String> names() {
    return lines.keySet();
  }
}
