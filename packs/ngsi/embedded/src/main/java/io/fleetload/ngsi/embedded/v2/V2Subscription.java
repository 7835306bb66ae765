// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.embedded.v2;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.embedded.entity.Entity;
import io.fleetload.ngsi.embedded.http.Json;
import io.fleetload.ngsi.embedded.notify.Change;
import io.fleetload.ngsi.embedded.notify.Outbox;
import java.time.Clock;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The conditions under which a subscription of NGSI-v2 notifies, and the form in which a client
 * reads it.
 */
final class V2Subscription implements Predicate<Change> {
  private static final String ONE_SHOT = "oneshot";
  private static final String INACTIVE = "inactive";
  private static final long SECOND_MILLIS = 1_000;
  private static final Set<String> BY_DEFAULT =
      Set.of(Change.Kind.CREATE.word(), Change.Kind.CHANGE.word());

  private final String id;
  private final ObjectNode given;
  private final Set<String> watched;
  private final Set<String> kinds;
  private final Predicate<Entity> condition;
  private final long throttlingMillis;
  private final long expires;
  private final Outbox outbox;
  private final Clock clock;
  private long lastNotified = Long.MIN_VALUE;
  private boolean shot;

  /**
   * One that has notified of nothing.
   *
   * @param given what a client wrote
   * @param expires in ms since 1970
   */
  V2Subscription(String id, ObjectNode given, long expires, Outbox outbox, Clock clock) {
    JsonNode wanted = given.path("subject").path("condition");
    this.id = id;
    this.given = given;
    this.watched = V2Selection.names(wanted.path("attrs"));
    Set<String> named = V2Selection.names(wanted.path("alterationTypes"));
    this.kinds = named.isEmpty() ? BY_DEFAULT : named;
    Predicate<Entity> q = V2Selection.filter(wanted.path("expression").path("q").asText(), false);
    this.condition = q.and(V2Selection.filter(wanted.path("expression").path("mq").asText(), true));
    this.throttlingMillis = given.path("throttling").asLong() * SECOND_MILLIS;
    this.expires = expires;
    this.outbox = outbox;
    this.clock = clock;
  }

  /** The subscription as its client wrote it. */
  ObjectNode given() {
    return given;
  }

  @Override
  public boolean test(Change change) {
    String status = status();
    if (!status.equals("active") && !status.equals(ONE_SHOT)) {
      return false;
    }
    boolean anyUpdate = kinds.contains(Change.Kind.UPDATE.word());
    boolean ofKind =
        kinds.contains(change.kind().word()) || (anyUpdate && change.kind() == Change.Kind.CHANGE);
    Set<String> names = anyUpdate ? change.written() : change.changed();
    boolean ofNames =
        watched.isEmpty()
            || change.kind() == Change.Kind.DELETE
            || !Collections.disjoint(watched, names);
    if (!ofKind || !ofNames || !condition.test(change.entity())) {
      return false;
    }
    long now = clock.millis();
    if (throttlingMillis > 0 && lastNotified > now - throttlingMillis) {
      return false;
    }
    lastNotified = now;
    shot = status.equals(ONE_SHOT);
    return true;
  }

  private String status() {
    long mostFailures = notification().path("maxFailsLimit").asLong(Long.MAX_VALUE);
    if (shot || outbox.failedInARow() > mostFailures) {
      return INACTIVE;
    }
    return expires <= clock.millis() ? "expired" : given.path("status").asText("active");
  }

  private JsonNode notification() {
    return given.path("notification");
  }

  /** The subscription as Orion shows it. */
  ObjectNode shown() {
    ObjectNode shown = Json.object().put("id", id);
    if (given.has("description")) {
      shown.set("description", given.path("description"));
    }
    if (expires != Long.MAX_VALUE) {
      shown.put("expires", V2Writer.time(expires));
    }
    shown.put("status", status());
    ObjectNode subject = shown.putObject("subject");
    subject.set("entities", given.path("subject").path("entities"));
    JsonNode wanted = given.path("subject").path("condition");
    ObjectNode shownCondition = subject.putObject("condition");
    var names = shownCondition.putArray("attrs");
    watched.forEach(names::add);
    copy(wanted, shownCondition, "expression");
    copy(wanted, shownCondition, "alterationTypes");
    shownCondition.put(
        "notifyOnMetadataChange", wanted.path("notifyOnMetadataChange").asBoolean(true));
    notification(shown.putObject("notification"));
    copy(given, shown, "throttling");
    return shown;
  }

  private void notification(ObjectNode shown) {
    JsonNode wanted = notification();
    if (outbox.sent() > 0) {
      shown.put("timesSent", outbox.sent());
      shown.put("lastNotification", seconds(outbox.lastSent()));
    }
    if (wanted.has("exceptAttrs")) {
      copy(wanted, shown, "exceptAttrs");
    } else {
      shown.set("attrs", wanted.has("attrs") ? wanted.path("attrs") : shown.arrayNode());
    }
    shown.put("onlyChangedAttrs", wanted.path("onlyChangedAttrs").asBoolean());
    shown.put("attrsFormat", V2Notification.format(wanted));
    copy(wanted, shown, "http");
    if (wanted.has("httpCustom")) {
      custom(wanted.path("httpCustom"), shown.putObject("httpCustom"));
    }
    if (wanted.has("mqtt")) {
      ObjectNode mqtt = shown.putObject("mqtt");
      copy(wanted.path("mqtt"), mqtt, "url");
      copy(wanted.path("mqtt"), mqtt, "topic");
      mqtt.put("qos", wanted.path("mqtt").path("qos").asInt());
      mqtt.put("retain", wanted.path("mqtt").path("retain").asBoolean());
    }
    copy(wanted, shown, "metadata");
    if (outbox.lastFailure() > 0) {
      shown.put("lastFailure", seconds(outbox.lastFailure()));
    }
    if (!outbox.lastReason().isEmpty()) {
      shown.put("lastFailureReason", outbox.lastReason());
    }
    if (outbox.lastSuccess() > 0) {
      shown.put("lastSuccess", seconds(outbox.lastSuccess()));
      shown.put("lastSuccessCode", outbox.lastStatus());
    }
    copy(wanted, shown, "maxFailsLimit");
    if (outbox.failedInARow() > 0) {
      shown.put("failsCounter", outbox.failedInARow());
    }
    shown.put("covered", wanted.path("covered").asBoolean());
  }

  private static void custom(JsonNode wanted, ObjectNode shown) {
    for (String each : new String[] {"url", "payload", "json"}) {
      copy(wanted, shown, each);
    }
    if (wanted.has("ngsi")) {
      ObjectNode patch = shown.putObject("ngsi");
      for (Map.Entry<String, JsonNode> each : wanted.path("ngsi").properties()) {
        if (each.getValue().isObject()) {
          ObjectNode attribute = patch.putObject(each.getKey());
          copy(each.getValue(), attribute, "type");
          copy(each.getValue(), attribute, "value");
        } else {
          patch.set(each.getKey(), each.getValue());
        }
      }
    }
    for (String each : new String[] {"method", "qs", "headers", "timeout"}) {
      copy(wanted, shown, each);
    }
  }

  private static void copy(JsonNode from, ObjectNode to, String key) {
    if (from.has(key)) {
      to.set(key, from.path(key));
    }
  }

  private static String seconds(long millis) {
    return V2Writer.time(millis / SECOND_MILLIS * SECOND_MILLIS);
  }
}
