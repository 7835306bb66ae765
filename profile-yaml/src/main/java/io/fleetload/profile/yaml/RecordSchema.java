// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.CustomDefinitionProviderV2;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.generator.impl.PropertySortUtils;
import com.github.victools.jsonschema.module.jackson.JacksonModule;
import com.github.victools.jsonschema.module.jackson.JacksonOption;
import io.fleetload.pack.Pack;
import io.fleetload.profile.Devices;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.key.Doc;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.Kinds;
import io.fleetload.profile.key.OrText;
import io.fleetload.quantity.Quantity;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/** Makes the JSON Schema of a profile of its records. */
final class RecordSchema {
  /**
   * Marks a part that has its keys beside those of its record; its value is the record's text about
   * them.
   */
  private static final String UNWRAPPED = "x-unwrapped";

  private RecordSchema() {}

  static ObjectNode of(Class<? extends LoadProfile> type) {
    ObjectNode schema = schema(type);
    schema.put("title", "Load profile");
    unwrap(schema);
    NamedSections.complete(schema);
    packOf(type).ifPresent(pack -> named(schema, pack));
    return schema;
  }

  private static ObjectNode schema(Class<?> type) {
    SchemaGeneratorConfigBuilder config =
        new SchemaGeneratorConfigBuilder(SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
            .with(new JacksonModule(JacksonOption.FLATTENED_ENUMS_FROM_JSONPROPERTY))
            .with(
                Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT,
                Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES,
                Option.INLINE_ALL_SCHEMAS);
    config
        .forTypesInGeneral()
        // In the order of the records, which is that of a run, not of the alphabet.
        .withPropertySorter(PropertySortUtils.SORT_PROPERTIES_FIELDS_BEFORE_METHODS)
        .withCustomDefinitionProvider(RecordSchema::quantity)
        .withCustomDefinitionProvider(RecordSchema::numbers)
        .withCustomDefinitionProvider(RecordSchema::quantities)
        .withCustomDefinitionProvider(RecordSchema::kinds)
        .withCustomDefinitionProvider(RecordSchema::groups)
        .withCustomDefinitionProvider(new TextOrMapping());
    config
        .forFields()
        .withDescriptionResolver(RecordSchema::description)
        .withRequiredCheck(field -> doc(field) != null && doc(field).required())
        .withInstanceAttributeOverride((node, field, context) -> attributes(node, field));
    return new SchemaGenerator(config.build()).generateSchema(type);
  }

  private static Optional<Pack<?>> packOf(Class<?> type) {
    for (Pack<?> pack : ServiceLoader.load(Pack.class)) {
      if (pack.profile() == type) {
        return Optional.of(pack);
      }
    }
    return Optional.empty();
  }

  /** A profile of a pack names it, unless it is the pack of a profile that names none. */
  private static void named(ObjectNode schema, Pack<?> pack) {
    ObjectNode key = (ObjectNode) schema.path("properties").path("pack");
    key.put("pattern", whole(pack.name()));
    key.put(ProfileSchema.EXPECTED, pack.name());
    if (pack.isDefault()) {
      key.put(ProfileSchema.DEFAULT, pack.name());
      key.put("description", key.path("description").asText() + " (default " + pack.name() + ")");
    } else {
      schema.withArray("required").add("pack");
    }
  }

  /** Puts the keys of a part that has no key of its own in the place of the part. */
  private static void unwrap(JsonNode node) {
    JsonNode found = node.path("properties");
    found.forEach(RecordSchema::unwrap);
    if (node.has("items")) {
      unwrap(node.get("items"));
    }
    if (node.has("additionalProperties")) {
      unwrap(node.get("additionalProperties"));
    }
    node.path(NamedSections.KINDS).forEach(RecordSchema::unwrap);
    if (!(found instanceof ObjectNode properties)) {
      return;
    }
    Set<String> required = new HashSet<>();
    node.path("required").forEach(each -> required.add(each.asText()));
    ObjectNode keys = properties.objectNode();
    properties
        .properties()
        .forEach(
            each -> {
              ObjectNode part = (ObjectNode) each.getValue();
              if (!part.has(UNWRAPPED)) {
                keys.set(each.getKey(), part);
                return;
              }
              part.path(UNWRAPPED)
                  .properties()
                  .forEach(
                      other ->
                          replace(
                              (ObjectNode) part.path("properties").path(other.getKey()),
                              (ObjectNode) other.getValue()));
              keys.setAll((ObjectNode) part.path("properties"));
              part.path("required").forEach(key -> required.add(key.asText()));
            });
    ((ObjectNode) node).set("properties", keys);
    if (!required.isEmpty()) {
      ArrayNode names = ((ObjectNode) node).putArray("required");
      keys.fieldNames()
          .forEachRemaining(
              key -> {
                if (required.contains(key)) {
                  names.add(key);
                }
              });
    }
  }

  private static CustomDefinition quantity(ResolvedType type, SchemaGenerationContext context) {
    Quantity quantity = type.getErasedType().getAnnotation(Quantity.class);
    return quantity == null
        ? null
        : inline(described(context.getGeneratorConfig().createObjectNode(), quantity));
  }

  private static ObjectNode described(ObjectNode node, Quantity quantity) {
    return node.put("type", "string")
        .put("pattern", whole(quantity.form()))
        .put(ProfileSchema.EXPECTED, quantity.expected());
  }

  private static CustomDefinition inline(ObjectNode node) {
    return new CustomDefinition(
        node, CustomDefinition.DefinitionType.INLINE, CustomDefinition.AttributeInclusion.YES);
  }

  /** A section of one of several kinds. */
  private static CustomDefinition kinds(ResolvedType type, SchemaGenerationContext context) {
    Map<String, Class<?>> kinds = Kinds.of(type.getErasedType());
    if (kinds.isEmpty()) {
      return null;
    }
    ObjectNode node = context.getGeneratorConfig().createObjectNode().put("type", "object");
    ObjectNode each = node.putObject(NamedSections.KINDS);
    kinds.forEach(
        (name, record) -> {
          // By itself, as parts of a key of ours are not joined when the schema is finished.
          ObjectNode section = schema(record);
          section.remove("$schema");
          Doc doc = record.getAnnotation(Doc.class);
          each.set(name, doc == null ? section : section.put("description", description(doc)));
        });
    return inline(node);
  }

  /** A group of devices has the keys of the fleet that it is in. */
  private static CustomDefinition groups(ResolvedType type, SchemaGenerationContext context) {
    return type.getErasedType() == Devices.class
        ? inline(
            context
                .getGeneratorConfig()
                .createObjectNode()
                .put("type", "object")
                .put(NamedSections.GROUP, true))
        : null;
  }

  /** A list of quantities, which may be written as one. */
  private static CustomDefinition quantities(ResolvedType type, SchemaGenerationContext context) {
    Quantity each =
        type.isInstanceOf(List.class)
            ? type.getTypeBindings().getBoundType(0).getErasedType().getAnnotation(Quantity.class)
            : null;
    if (each == null) {
      return null;
    }
    ObjectNode node = context.getGeneratorConfig().createObjectNode();
    node.putArray("type").add("string").add("array");
    node.put("pattern", whole(each.form()));
    described(node.putObject("items"), each);
    node.put(ProfileSchema.EXPECTED, each.expected() + ", or a list of them");
    return inline(node);
  }

  /** A list of numbers, which may be written as one number. */
  private static CustomDefinition numbers(ResolvedType type, SchemaGenerationContext context) {
    if (!type.isInstanceOf(List.class)
        || !type.getTypeBindings().getBoundType(0).isInstanceOf(Integer.class)) {
      return null;
    }
    ObjectNode node = context.getGeneratorConfig().createObjectNode();
    node.putArray("type").add("integer").add("array");
    node.putObject("items")
        .put("type", "integer")
        .put("minimum", Integer.MIN_VALUE)
        .put("maximum", Integer.MAX_VALUE);
    node.put(ProfileSchema.EXPECTED, "a whole number, or a list of them");
    return inline(node);
  }

  /** A section that may be a text, too. */
  private static final class TextOrMapping implements CustomDefinitionProviderV2 {
    @Override
    public CustomDefinition provideCustomSchemaDefinition(
        ResolvedType type, SchemaGenerationContext context) {
      OrText orText = type.getErasedType().getAnnotation(OrText.class);
      if (orText == null) {
        return null;
      }
      ObjectNode node = context.createStandardDefinition(type, this);
      node.putArray("type").add("string").add("object");
      node.put(ProfileSchema.EXPECTED, orText.value());
      return new CustomDefinition(
          node, CustomDefinition.DefinitionType.INLINE, CustomDefinition.AttributeInclusion.YES);
    }
  }

  private static void attributes(ObjectNode node, FieldScope field) {
    bounds(node, doc(field));
    Inline part = field.isFakeContainerItemScope() ? null : field.getAnnotation(Inline.class);
    if (part != null) {
      ObjectNode others = node.putObject(UNWRAPPED);
      for (Inline.Key each : part.value()) {
        ObjectNode other = others.putObject(each.name());
        bounds(other, each.doc());
        other.put("description", description(each.doc()));
      }
    }
  }

  private static void bounds(ObjectNode node, Doc doc) {
    // The type of a map says this already; said twice, the schema has two parts of one key.
    node.remove("additionalProperties");
    if (doc == null) {
      return;
    }
    if (doc.least() != Long.MIN_VALUE) {
      node.put("minimum", doc.least());
    }
    if (doc.most() != Long.MAX_VALUE) {
      node.put("maximum", doc.most());
    }
    if (!doc.form().isEmpty()) {
      node.put("pattern", whole(doc.form()));
    }
    if (doc.secret()) {
      node.put(ProfileSchema.SECRET, true);
    }
    if (!doc.expected().isEmpty()) {
      node.put(ProfileSchema.EXPECTED, doc.expected());
    }
    if (!doc.byDefault().isEmpty()) {
      node.put(ProfileSchema.DEFAULT, doc.byDefault());
    }
    numberByDefault(node);
  }

  private static void numberByDefault(ObjectNode node) {
    String byDefault = node.path(ProfileSchema.DEFAULT).asText();
    if (!byDefault.isEmpty() && node.path("type").asText().equals("integer")) {
      node.put("default", new BigDecimal(byDefault));
    }
  }

  private static void replace(ObjectNode key, ObjectNode other) {
    key.setAll(other);
    numberByDefault(key);
  }

  private static String description(FieldScope field) {
    Doc doc = doc(field);
    return doc == null ? null : description(doc);
  }

  private static String description(Doc doc) {
    return doc.byDefault().isEmpty()
        ? doc.value()
        : doc.value() + " (default " + doc.byDefault() + ")";
  }

  private static Doc doc(FieldScope field) {
    if (field.isFakeContainerItemScope()) {
      return null;
    }
    Doc own = field.getAnnotation(Doc.class);
    return own != null
        ? own
        : ofInterfaces(field.getRawMember().getDeclaringClass(), field.getDeclaredName());
  }

  /**
   * The text of an interface about a key that all its records have; null if no interface has one.
   */
  private static Doc ofInterfaces(Class<?> type, String key) {
    for (Class<?> each : type.getInterfaces()) {
      Doc found =
          Arrays.stream(each.getDeclaredMethods())
              .filter(method -> method.getName().equals(key) && method.getParameterCount() == 0)
              .map(method -> method.getAnnotation(Doc.class))
              .filter(Objects::nonNull)
              .findFirst()
              .orElseGet(() -> ofInterfaces(each, key));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static String whole(String form) {
    return "^(?:" + form + ")$";
  }
}
