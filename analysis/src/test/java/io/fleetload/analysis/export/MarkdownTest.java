// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.export;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkdownTest {
  @Test
  void aNameBeginsNoMarkup() {
    assertThat(Markdown.text("<script>![a](b)#1 &lt; ~x~ | *b*\u0007\n# head"))
        .isEqualTo("\\<script\\>!\\[a\\](b)\\#1 \\&lt; \\~x\\~ \\| \\*b\\* \\# head");
  }

  @Test
  void whatIsInCodeEndsNeitherItNorItsCell() {
    assertThat(Markdown.code("a < b")).isEqualTo("`a < b`");
    assertThat(Markdown.code("a | `<b>` ``c")).isEqualTo("```a \\| `<b>` ``c```");
    assertThat(Markdown.code("`x`")).isEqualTo("`` `x` ``");
    assertThat(Markdown.code("a\r\n\u0007b")).isEqualTo("`a b`");
  }
}
