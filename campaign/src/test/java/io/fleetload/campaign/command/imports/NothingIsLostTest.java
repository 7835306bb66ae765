// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.campaign.line.LineTarget;
import io.fleetload.pack.imports.ImportDraft;
import io.fleetload.pack.imports.ImportForm;
import io.fleetload.pack.imports.Part;
import io.fleetload.scenario.Packs;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No part of an input is lost in silence, wherever a part is that no version had so far. */
class NothingIsLostTest {
  private static final String SAMPLES = "src/test/resources/imports/";
  private static final String NEW = "--brandNewOne";

  private static String said(Part root) throws Exception {
    ImportForm form =
        Stream.concat(
                Packs.installed().all().stream().flatMap(each -> each.imports().stream()),
                Stream.of(K6Options.form(LineTarget.of("echo://127.0.0.1"))))
            .filter(each -> each.isOne().test(root))
            .findFirst()
            .orElseThrow();
    ImportDraft draft = new ImportDraft(root);
    form.reading().accept(draft);
    return String.join("\n", new ImportLines(draft).text());
  }

  /** Attributes of XML say what an element is; they have no line of their own. */
  private static boolean isForm(Part part) {
    return part.name().startsWith("@") || part.name().matches("savedValue|name|value|objProp");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bench.sh",
        "bench-two-pubs.sh",
        "plan.jmx",
        "k6.js",
        "postman.json",
        "openapi.yaml"
      })
  void everyPartIsNamed(String sample) throws Exception {
    Part root = ForeignInput.ofFile(SAMPLES + sample).root();
    List<String> names =
        root.all()
            .skip(1)
            .filter(each -> each.parts().stream().allMatch(NothingIsLostTest::isForm))
            .filter(each -> !isForm(each) && !each.name().equals("hashTree"))
            .map(
                each ->
                    each.value("@name")
                        .or(() -> each.value("name"))
                        .orElse(each.name().replaceFirst("^net\\.xmeter\\..*\\.", "")))
            .toList();
    assertThat(names).hasSizeGreaterThan(20);

    String said = said(root);

    assertThat(names)
        .allSatisfy(
            // A value behind a name, and letters behind one hyphen, are words of the input, too.
            name ->
                assertThat(said)
                    .containsAnyOf(
                        name,
                        name.replaceAll("^(--[\\w-]+)=.*", "$1"),
                        name.replaceAll("^(-[A-Za-z]).*", "$1"),
                        name.equals("hush") ? "…" : name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bench.sh",
        "bench-two-pubs.sh",
        "plan.jmx",
        "k6.js",
        "postman.json",
        "openapi.yaml"
      })
  void aPartThatIsNotKnownIsNamedInWhicheverSectionItIs(String sample) throws Exception {
    int sections =
        (int)
            ForeignInput.ofFile(SAMPLES + sample)
                .root()
                .all()
                .filter(each -> !each.parts().isEmpty())
                .count();
    for (int i = 1; i < sections; i++) {
      Part root = ForeignInput.ofFile(SAMPLES + sample).root();
      Part section = root.all().filter(each -> !each.parts().isEmpty()).toList().get(i);
      List<Part> more = new ArrayList<>(section.parts());
      more.add(Part.of(0, NEW, null));
      section.replace(more);
      assertThat(said(root)).as(section.name()).contains(NEW);
    }
  }
}
