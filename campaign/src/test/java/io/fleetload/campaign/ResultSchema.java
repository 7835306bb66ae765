// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.module.jackson.JacksonModule;
import com.github.victools.jsonschema.module.jackson.JacksonOption;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.fleetload.analysis.history.History;
import io.fleetload.analysis.limit.Limit;
import io.fleetload.analysis.repeat.Repeat;
import io.fleetload.progress.ToolEvent;
import io.fleetload.results.Result;
import io.fleetload.results.confidence.ConfidenceInterval;
import io.fleetload.results.time.LatencySummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The JSON Schemas of {@code result.json} and {@code limit.json}, from their records. */
public final class ResultSchema {
  /** The keys of a record behind those that it requires. */
  private static final List<String> AFTER_REQUIRED =
      List.of("additionalProperties", "$id", "title");

  /** Events that no run tells its caller. */
  private static final Set<Class<?>> BETWEEN_PROCESSES =
      Set.of(ToolEvent.Ready.class, ToolEvent.Silence.class);

  /** To generate it takes longer than to hold a result against it. */
  private static final ObjectNode OF_RESULT = generate();

  private ResultSchema() {}

  /** Of {@code result.json}. */
  static ObjectNode generate() {
    ObjectNode schema =
        named(Result.class, Result.SCHEMA, "Result of a load test, version " + Result.VERSION);
    schema
        .withObject("/properties/units")
        .put("type", "object")
        .withObject("/additionalProperties")
        .put("type", "string");
    return schema;
  }

  /** Of {@code limit.json}. */
  public static ObjectNode ofLimit() {
    return named(
        Limit.class, Limit.SCHEMA, "Result of a search for the limit, version " + Limit.VERSION);
  }

  /** Of {@code repeat.json}. */
  public static ObjectNode ofRepeat() {
    return named(
        Repeat.class, Repeat.SCHEMA, "Result of a series of runs, version " + Repeat.VERSION);
  }

  /** Of what {@code loadtest history --json} prints. */
  public static ObjectNode ofHistory() {
    return named(
        History.class, History.SCHEMA, "History of load tests, version " + History.VERSION);
  }

  /** Of a line that {@code loadtest run --json-events} prints. */
  static ObjectNode ofEvents() {
    SchemaGeneratorConfigBuilder config =
        new SchemaGeneratorConfigBuilder(SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
            .with(
                new JacksonModule(
                    JacksonOption.RESPECT_JSONPROPERTY_ORDER,
                    JacksonOption.SKIP_SUBTYPE_LOOKUP,
                    JacksonOption.IGNORE_TYPE_INFO_TRANSFORM))
            .with(
                Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT,
                Option.INLINE_ALL_SCHEMAS,
                Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES)
            .without(Option.SCHEMA_VERSION_INDICATOR);
    config
        .forFields()
        .withRequiredCheck(field -> field.getType().getErasedType().isPrimitive())
        .withNullableCheck(
            field ->
                field.getDeclaringType().getErasedType() == ToolEvent.FlowProgress.class
                    && !field.getType().getErasedType().isPrimitive());
    SchemaGenerator generator = new SchemaGenerator(config.build());
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("$id", ToolEvent.Begin.SCHEMA);
    schema.put("title", "Event of a load test, version " + ToolEvent.Begin.VERSION);
    for (JsonSubTypes.Type each : ToolEvent.class.getAnnotation(JsonSubTypes.class).value()) {
      if (BETWEEN_PROCESSES.contains(each.value())) {
        continue;
      }
      ObjectNode event = generator.generateSchema(each.value());
      List<String> names = new ArrayList<>(List.of("event", "time"));
      names.addAll(names(each.value()));
      event.withObject("/properties").putObject("event").put("const", each.name());
      event
          .withObject("/properties")
          .putObject("time")
          .put("type", "string")
          .put("format", "date-time");
      event.withArray("required").add("event").add("time");
      sort(event, names);
      schema.withArray("oneOf").add(event.put("title", each.name()));
    }
    // The generator gives the values of a map twice.
    schema
        .findParents("allOf")
        .forEach(
            map -> {
              ObjectNode once = (ObjectNode) map.get("allOf").get(0);
              ((ObjectNode) map).removeAll().setAll(once);
            });
    return schema;
  }

  private static ObjectNode named(Class<?> type, String id, String title) {
    SchemaGeneratorConfigBuilder config =
        new SchemaGeneratorConfigBuilder(SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
            .with(new JacksonModule(JacksonOption.RESPECT_JSONPROPERTY_ORDER))
            .with(
                Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT,
                Option.NULLABLE_ARRAY_ITEMS_ALLOWED,
                Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES);
    config
        .forFields()
        .withRequiredCheck(field -> field.getType().getErasedType().isPrimitive())
        .withNullableCheck(ResultSchema::mayBeNull);
    config
        .forTypesInGeneral()
        .withCustomDefinitionProvider(
            (each, context) ->
                each.getErasedType() == JsonNode.class
                    ? new CustomDefinition(
                        context
                            .getGeneratorConfig()
                            .createObjectNode()
                            .put("type", "object")
                            .put("additionalProperties", true))
                    : each.getErasedType() == ConfidenceInterval.class
                        ? new CustomDefinition(
                            interval(context.getGeneratorConfig().createObjectNode()))
                        : null);
    ObjectNode schema = new SchemaGenerator(config.build()).generateSchema(type);
    schema.put("$id", id);
    schema.put("title", title);
    // Not a part of the record, so the generator does not meet it; nor does it meet the units.
    schema.withObject("/properties").putObject("$schema").put("const", id);
    schema.findParents("allOf").forEach(record -> flatten((ObjectNode) record));
    sort(schema, names(type));
    inline(schema);
    schema.findParents("items").forEach(ResultSchema::mayHoldNothing);
    return schema;
  }

  /** Both ends, of which each may be missing. */
  private static ObjectNode interval(ObjectNode pair) {
    pair.put("type", "array").put("minItems", 2).put("maxItems", 2);
    pair.putObject("items").putArray("type").add("number").add("null");
    return pair;
  }

  public static List<Error> problems(JsonNode result) {
    return problems(result, OF_RESULT);
  }

  public static List<Error> problems(JsonNode file, ObjectNode schema) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(schema)
        .validate(file);
  }

  /** The parts of a record are flat in its JSON; the generator leaves them beside its own. */
  private static void flatten(ObjectNode record) {
    ObjectNode properties = (ObjectNode) record.get("properties");
    for (JsonNode part : record.remove("allOf")) {
      if (part.has("allOf")) {
        flatten((ObjectNode) part);
      }
      properties.setAll((ObjectNode) part.get("properties"));
      part.path("required").forEach(each -> record.withArray("required").add(each));
    }
    sort(record, List.copyOf(new TreeSet<>(keys(properties))));
    // Empty where nothing is required, as in the schemas that are published.
    record.withArray("required");
  }

  private static List<String> keys(ObjectNode node) {
    List<String> keys = new ArrayList<>();
    node.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  /** Puts the keys of a record in an order; those that it does not have come last. */
  private static void sort(ObjectNode record, List<String> order) {
    ObjectNode properties = (ObjectNode) record.get("properties");
    List<String> keys = keys(properties);
    Comparator<String> byPlace = Comparator.comparingInt(key -> order.indexOf(key) & 0x7fffffff);
    keys.sort(byPlace);
    keys.forEach(key -> properties.set(key, properties.remove(key)));
    Set<String> required = new TreeSet<>(byPlace);
    record.path("required").forEach(each -> required.add(each.asText()));
    record.remove("required");
    if (!required.isEmpty()) {
      required.forEach(record.putArray("required")::add);
    }
    AFTER_REQUIRED.stream().filter(record::has).forEach(key -> record.set(key, record.remove(key)));
  }

  /** The keys of a record in its JSON, in the order of its components. */
  public static List<String> names(Class<?> type) {
    return Stream.of(type.getRecordComponents())
        .flatMap(
            each ->
                each.getAccessor().isAnnotationPresent(JsonUnwrapped.class)
                    ? names(each.getType()).stream()
                    : Stream.of(each.getName()))
        .toList();
  }

  /**
   * The generator meets a flat part more than once, and takes that for several uses of its types.
   */
  private static void inline(ObjectNode schema) {
    ObjectNode definitions = schema.withObject("/$defs");
    for (String name : keys(definitions)) {
      String reference = "#/$defs/" + name;
      List<JsonNode> uses =
          schema.findParents("$ref").stream()
              .filter(each -> each.get("$ref").asText().equals(reference))
              .toList();
      if (uses.size() == 1 && !schema.findValues("additionalProperties").contains(uses.get(0))) {
        ((ObjectNode) uses.get(0)).removeAll().setAll((ObjectNode) definitions.remove(name));
      }
    }
  }

  /** A second in which nothing was measured is null; counts are whole numbers and always there. */
  private static void mayHoldNothing(JsonNode list) {
    if (list.get("items") instanceof ObjectNode item
        && item.path("type").asText().equals("number")) {
      item.putArray("type").add("number").add("null");
    }
  }

  /** A percentile of nothing is null. */
  private static boolean mayBeNull(FieldScope field) {
    Class<?> type = field.getType().getErasedType();
    return !field.isFakeContainerItemScope()
        && field
            .getDeclaringType()
            .getErasedType()
            .getName()
            .startsWith(LatencySummary.class.getName())
        && !type.isPrimitive();
  }
}
