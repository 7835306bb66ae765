// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fleetload.body.KnownNames;
import io.fleetload.body.MissingValueException;
import io.fleetload.body.Template;
import io.fleetload.body.TemplateException;
import io.fleetload.body.Values;
import io.fleetload.driver.Flaw;
import io.fleetload.ngsi.profile.NgsiFlow;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.ngsi.profile.Subscription;
import io.fleetload.ngsi.template.MessageEntity;
import io.fleetload.ngsi.template.RequestTemplates;
import io.fleetload.process.UsageException;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The entities that users write, made once more of flow, user and number of the message. What a
 * template takes from the clock, from an answer or from the @context cannot be made again and is
 * not compared. Thread-safe.
 */
final class SentEntities {
  /** The body is what is in the attribute then, and no entity. */
  private static final Pattern OF_ONE_ATTRIBUTE = Pattern.compile("/attrs/[^?]");

  /** Brokers write a time in a form of their own. */
  private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d.*");

  /** Of NGSI-LD, for an attribute that is removed. */
  private static final String REMOVED = "urn:ngsi-ld:null";

  private static final List<String> NO_ATTRIBUTES = List.of("id", "type", "@context");
  private static final String STAMP = "{{stamp}}";

  /** Brokers round decimals. */
  private static final double PRECISION = 1e-9;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final MessageEntity UNKNOWN = new MessageEntity(null, JSON.createObjectNode());

  private final NgsiProfile profile;
  private final WatchedEntities watched;
  private final Map<String, Flow> flows = new HashMap<>();
  private final Set<String> compared = new HashSet<>();

  /**
   * The entities of a profile.
   *
   * @throws UsageException if a template is wrong
   */
  SentEntities(NgsiProfile profile, WatchedEntities watched) throws UsageException {
    this.profile = profile;
    this.watched = watched;
    Set<String> saved = new HashSet<>();
    profile.flows().values().forEach(each -> saved.addAll(each.save().keySet()));
    for (Map.Entry<String, NgsiFlow> each : profile.flows().entrySet()) {
      NgsiFlow flow = each.getValue();
      if (flow.notified()) {
        KnownNames known =
            RequestTemplates.ofFlow(profile.run().seed(), each.getKey(), saved, watched.feeders());
        try {
          Template path = RequestTemplates.path(flow.path(), known);
          Template body =
              flow.body() == null ? null : RequestTemplates.body(flow.body(), flow.batch(), known);
          Set<String> names = names(flow);
          compared.addAll(names);
          flows.put(each.getKey(), new Flow(path, body, turns(flow), names));
        } catch (TemplateException e) {
          throw new UsageException("flows.%s: %s".formatted(each.getKey(), e.getMessage()));
        }
      }
    }
  }

  /**
   * Parts of a flow that are compared.
   *
   * @param turns how many of its messages an iteration has
   * @param attributes the attributes of which each notification has to have the value
   */
  private record Flow(Template path, Template body, long turns, Set<String> attributes) {}

  private long turns(NgsiFlow flow) {
    long turns = 1;
    NgsiFlow each = flow;
    while (each.after() != null) {
      turns *= each.after().times();
      each = profile.flows().get(each.after().flow());
    }
    return turns;
  }

  /**
   * The attributes that no request changes without another stamp: of these alone it is known what
   * they are when the entity has the stamp.
   */
  private Set<String> names(NgsiFlow flow) {
    Set<String> names = new HashSet<>();
    Set<String> stamps = new HashSet<>();
    profile.subscriptions().forEach(each -> stamps.add(each.stamp()));
    String stamp = stamps.iterator().next();
    if (stamps.size() > 1 || !isStamped(flow, stamp) || isOfOneAttribute(flow)) {
      return names;
    }
    try {
      JsonNode entity = MessageEntity.in(JSON.readTree(flow.body()));
      entity.fieldNames().forEachRemaining(names::add);
      names.removeIf(
          each ->
              NO_ATTRIBUTES.contains(each)
                  || each.equals(stamp)
                  || each.contains("{{")
                  || value(entity.get(each)) == null
                  || profile.flows().values().stream()
                      .anyMatch(other -> changes(other, each, stamp)));
    } catch (IOException e) {
      names.clear();
    }
    return names;
  }

  private static boolean isOfOneAttribute(NgsiFlow flow) {
    return OF_ONE_ATTRIBUTE.matcher(flow.path()).find();
  }

  private static boolean isStamped(NgsiFlow flow, String stamp) {
    return flow.body() != null
        && flow.body().contains(STAMP)
        && flow.body().contains('"' + stamp + '"');
  }

  /** Returns whether a request may change an attribute and leave the stamp as it was. */
  private static boolean changes(NgsiFlow flow, String attribute, String stamp) {
    return !flow.method().equals("GET")
        && (!isStamped(flow, stamp) || isOfOneAttribute(flow))
        && (flow.request() + flow.body()).contains(attribute);
  }

  /** The names of the attributes that are compared in any of the flows. */
  Set<String> compared() {
    return compared;
  }

  /**
   * Differences between an entity of a notification and what the user of the message wrote.
   *
   * @param group the group of the subscription that was notified, and its number there
   * @param index the number of the entity in its message
   * @param id the entity's id
   * @param values of its attributes that are compared
   */
  Set<Flaw> flaws(
      int group, int number, Stamp stamp, int index, String id, Map<String, Object> values) {
    Set<Flaw> flaws = EnumSet.noneOf(Flaw.class);
    Subscription subscription = profile.subscriptions().get(group);
    if (!watched.mayBe(group, number / subscription.each(), id)) {
      flaws.add(Flaw.MISDELIVERED);
    }
    Flow flow = flows.get(stamp.flow());
    Again first = new Again(stamp, flow.turns, "a");
    MessageEntity one = entity(flow, first, index);
    // What differs where the unknown does is not known.
    MessageEntity other =
        first.guessed ? entity(flow, new Again(stamp, flow.turns, "b"), index) : one;
    if (one.id() != null && one.id().equals(other.id()) && !one.id().equals(id)) {
      flaws.add(Flaw.MISDELIVERED);
    }
    for (String each : flow.attributes) {
      boolean notified =
          subscription.attributes().isEmpty() || subscription.attributes().contains(each);
      Object sent = value(one.content().get(each));
      if (notified && sent != null && sent.equals(value(other.content().get(each)))) {
        if (!values.containsKey(each) || differ(sent, values.get(each))) {
          flaws.add(Flaw.ALTERED);
        }
      }
    }
    return flaws;
  }

  private static MessageEntity entity(Flow flow, Values values, int index) {
    try {
      return MessageEntity.of(flow.path, flow.body, values, index);
    } catch (MissingValueException e) {
      return UNKNOWN;
    }
  }

  private static boolean differ(Object sent, Object found) {
    if (sent instanceof Double number && found instanceof Double other) {
      return Math.abs(number - other) > PRECISION * Math.max(1, Math.abs(number));
    }
    return found != null && !sent.equals(found);
  }

  /** A text, a double or a boolean; null for any other value, and for one that brokers rewrite. */
  private static Object value(JsonNode attribute) {
    JsonNode its = attribute == null ? MissingNode.getInstance() : attribute;
    JsonNode value = its.path(its.has("value") ? "value" : "object");
    if (value.isNumber()) {
      return value.doubleValue();
    }
    if (value.isBoolean()) {
      return value.booleanValue();
    }
    return value.isTextual()
            && !TIME.matcher(value.asText()).matches()
            && !value.asText().equals(REMOVED)
        ? value.asText()
        : null;
  }

  /** A message once more. */
  private static final class Again implements Values {
    private final Stamp stamp;
    private final long turns;
    private final String unknown;
    private boolean guessed;

    /**
     * Of a stamp.
     *
     * @param turns how many messages an iteration has
     * @param unknown a text in place of one that cannot be known
     */
    Again(Stamp stamp, long turns, String unknown) {
      this.stamp = stamp;
      this.turns = turns;
      this.unknown = unknown;
    }

    private String guess() {
      guessed = true;
      return unknown;
    }

    @Override
    public int user() {
      return stamp.device();
    }

    @Override
    public int iteration() {
      return (int) (stamp.n() / turns);
    }

    @Override
    public int n() {
      return stamp.n();
    }

    @Override
    public int row() {
      return iteration();
    }

    @Override
    public RunId run() {
      return stamp.run();
    }

    @Override
    public Stamp stamp() {
      return stamp;
    }

    @Override
    public String own(String name) {
      return guess();
    }

    @Override
    public long epochMillis() {
      return guess().hashCode();
    }
  }
}
