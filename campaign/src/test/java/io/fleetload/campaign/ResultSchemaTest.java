package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ResultSchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void theDocsHaveTheSchemaOfTheResult() throws IOException {
    Path shipped = Home.path("docs", "result.schema.json");
    String generated = ResultSchema.generate().toPrettyString() + "\n";
    if (Boolean.getBoolean("docs.write")) {
      Files.writeString(shipped, generated);
    }
    assertThat(Files.readString(shipped))
        .as("rewrite it: ./mvnw -pl results-model,load-api,campaign test -Ddocs.write=true")
        .isEqualTo(generated);
  }

  @Test
  void aResultWithAnUnknownPartIsFound() throws IOException {
    assertThat(ResultSchema.problems(JSON.readTree("{\"version\": 1, \"surprise\": 2}")))
        .isNotEmpty();
  }
}
