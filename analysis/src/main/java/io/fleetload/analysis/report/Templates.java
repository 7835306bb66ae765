// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import io.quarkus.qute.Engine;
import io.quarkus.qute.EngineBuilder;
import io.quarkus.qute.HtmlEscaper;
import io.quarkus.qute.ReflectionValueResolver;
import io.quarkus.qute.TemplateLocator.TemplateLocation;
import io.quarkus.qute.UserTagSectionHelper;
import io.quarkus.qute.ValueResolvers;
import io.quarkus.qute.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The HTML of the pages: template files beside this class, in which every value is escaped. */
final class Templates {
  /** The tags that templates use for what recurs, such as the cell of a count; a file each. */
  private static final List<String> TAGS =
      List.of(
          "balance",
          "chart",
          "count",
          "decimal",
          "delivered",
          "fact",
          "figure",
          "flowcharts",
          "name",
          "num",
          "outcome",
          "outcomes",
          "percent",
          "plain",
          "rate",
          "simulator",
          "stored",
          "time",
          "trouble");

  private static final Variant HTML = Variant.forContentType(Variant.TEXT_HTML);
  private static final Engine ENGINE = engine();

  private Templates() {}

  /** The text that a template makes of the data. */
  static String render(String template, Map<String, ?> data) {
    return ENGINE.getTemplate(template).render(data);
  }

  private static Engine engine() {
    EngineBuilder builder =
        Engine.builder()
            .addDefaults()
            .addValueResolver(new ReflectionValueResolver())
            .addValueResolver(ValueResolvers.rawResolver())
            .addResultMapper(new HtmlEscaper(List.of(Variant.TEXT_HTML)))
            .addLocator(name -> Optional.of(new File(name)));
    TAGS.forEach(
        tag -> builder.addSectionHelper(new UserTagSectionHelper.Factory(tag, "tags/" + tag)));
    return builder.build();
  }

  private record File(String name) implements TemplateLocation {
    @Override
    public Reader read() {
      return new StringReader(resource(name + ".html"));
    }

    @Override
    public Optional<Variant> getVariant() {
      return Optional.of(HTML);
    }
  }

  /** The text of a file beside this class. */
  static String resource(String name) {
    try (InputStream in = Templates.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the build left out the resource " + name);
      }
      // A browser reads every line end as \n, and the hashes are of what it reads.
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
