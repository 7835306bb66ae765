// SPDX-License-Identifier: EPL-2.0
package io.fleetload.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.fleetload.rig.Home;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** The JSON Schemas of a run's files, as users find them in the docs. */
enum ResultSchema {
  RESULT,
  LIMIT,
  REPEAT,
  EVENTS;

  /** What does not fit. */
  List<Error> problems(JsonNode file) throws IOException {
    String name = name().toLowerCase(Locale.ROOT) + ".schema.json";
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(new ObjectMapper().readTree(Home.path("docs", "reference", name).toFile()))
        .validate(file);
  }
}
