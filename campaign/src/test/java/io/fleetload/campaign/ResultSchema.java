package io.fleetload.campaign;

import com.fasterxml.jackson.databind.JsonNode;
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
import io.fleetload.results.LatencySummary;
import io.fleetload.results.Result;
import java.util.List;

/** The JSON Schema of {@code result.json}, from its records. */
final class ResultSchema {
  private ResultSchema() {}

  static ObjectNode generate() {
    SchemaGeneratorConfigBuilder config =
        new SchemaGeneratorConfigBuilder(SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
            .with(new JacksonModule(JacksonOption.RESPECT_JSONPROPERTY_ORDER))
            .with(
                Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT,
                Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES);
    config
        .forFields()
        .withRequiredCheck(field -> field.getType().getErasedType().isPrimitive())
        .withNullableCheck(ResultSchema::mayBeNull);
    config
        .forTypesInGeneral()
        .withCustomDefinitionProvider(
            (type, context) ->
                type.getErasedType() == JsonNode.class
                    ? new CustomDefinition(
                        context
                            .getGeneratorConfig()
                            .createObjectNode()
                            .put("type", "object")
                            .put("additionalProperties", true))
                    : null);
    ObjectNode schema = new SchemaGenerator(config.build()).generateSchema(Result.class);
    schema.put("title", "Result of a load test, version " + Result.VERSION);
    return schema;
  }

  static List<Error> problems(JsonNode result) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(generate())
        .validate(result);
  }

  /** A percentile of nothing is null, and so is a second in which nothing was measured. */
  private static boolean mayBeNull(FieldScope field) {
    Class<?> type = field.getType().getErasedType();
    if (field.isFakeContainerItemScope()) {
      return type == Double.class;
    }
    return field.getDeclaringType().getErasedType() == LatencySummary.class && !type.isPrimitive();
  }
}
