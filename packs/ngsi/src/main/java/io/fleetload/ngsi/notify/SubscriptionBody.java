// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.profile.Broker;
import io.fleetload.ngsi.profile.Subscription;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes a subscription as a broker wants it. */
final class SubscriptionBody {
  /** Prefix of the id of a subscription of NGSI-LD. */
  static final String URN = "urn:ngsi-ld:Subscription:";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Pattern SPECIAL = Pattern.compile("[\\\\^$.|?*+()\\[\\]{}]");

  private final Broker broker;

  SubscriptionBody(Broker broker) {
    this.broker = broker;
  }

  /**
   * A subscription.
   *
   * @param name by which it is found again
   * @param entity the id of the entity that it watches; null for all of the type
   * @param uri where it notifies
   */
  ObjectNode of(Subscription wanted, String name, String entity, String uri) {
    return broker.isV2() ? v2(wanted, name, entity, uri) : ld(wanted, name, entity, uri);
  }

  /** ETSI GS CIM 009, 5.2.12. */
  private ObjectNode ld(Subscription wanted, String name, String entity, String uri) {
    ObjectNode body = JSON.objectNode().put("id", URN + name).put("type", "Subscription");
    body.putArray("entities").add(selector(wanted, entity));
    addNames(body, "watchedAttributes", wanted.watch());
    if (wanted.q() != null) {
      body.put("q", wanted.q());
    }
    ObjectNode notification = body.putObject("notification");
    addNames(notification, "attributes", wanted.attributes());
    notification.put("format", "normalized");
    notification.putObject("endpoint").put("uri", uri).put("accept", "application/json");
    return body;
  }

  private ObjectNode v2(Subscription wanted, String name, String entity, String uri) {
    ObjectNode body = JSON.objectNode().put("description", name);
    ObjectNode subject = body.putObject("subject");
    ObjectNode selector = selector(wanted, entity);
    if (entity == null) {
      // A selector needs one of the two.
      selector.put("idPattern", ".*");
    }
    subject.putArray("entities").add(selector);
    ObjectNode condition = JSON.objectNode();
    addNames(condition, "attrs", wanted.watch());
    if (wanted.q() != null) {
      condition.putObject("expression").put("q", wanted.q());
    }
    // Orion refuses an empty one since 1.4.0.
    if (!condition.isEmpty()) {
      subject.set("condition", condition);
    }
    ObjectNode notification = body.putObject("notification");
    notification.putObject("http").put("url", uri);
    addNames(notification, "attrs", wanted.attributes());
    return body;
  }

  private ObjectNode selector(Subscription wanted, String entity) {
    ObjectNode selector = JSON.objectNode();
    if (entity != null) {
      if (broker.selectsById()) {
        selector.put("id", entity);
      } else {
        String escaped = SPECIAL.matcher(entity).replaceAll(each -> escaped(each.group()));
        selector.put("idPattern", "^" + escaped + "$");
      }
    }
    return selector.put("type", wanted.type());
  }

  private static String escaped(String special) {
    return Matcher.quoteReplacement("\\" + special);
  }

  private static void addNames(ObjectNode to, String key, List<String> names) {
    if (!names.isEmpty()) {
      ArrayNode list = to.putArray(key);
      names.forEach(list::add);
    }
  }
}
