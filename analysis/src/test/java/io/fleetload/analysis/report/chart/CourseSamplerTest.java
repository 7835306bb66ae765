// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.Test;

class CourseSamplerTest {
  private static ArrayNode course(Integer... values) {
    ArrayNode course = JsonNodeFactory.instance.arrayNode();
    for (Integer value : values) {
      course.add(value);
    }
    return course;
  }

  @Test
  void aShortCourseIsKeptAsItIs() {
    CourseSampler thinning = CourseSampler.of(4);
    assertThat(thinning.leavesOut()).isFalse();
    assertThat(thinning.at()).containsExactly(0.0, 1.0, 2.0, 3.0);
    assertThat(thinning.extremes(course(5, null, 7))).containsExactly(5.0, null, 7.0, null);
    assertThat(thinning.sums(course(5, null, 7))).containsExactly(5.0, 0.0, 7.0, 0.0);
  }

  @Test
  void ofEveryStretchTheExtremesStayInTheirOrder() {
    CourseSampler thinning = new CourseSampler(7, 3);
    assertThat(thinning.at()).containsExactly(0.0, 1.5, 3.0, 4.5, 6.0, 6.5);
    assertThat(thinning.extremes(course(4, 9, 6, 8, 7, 2, 5)))
        .containsExactly(4.0, 9.0, 8.0, 2.0, 5.0, 5.0);
    assertThat(thinning.sums(course(4, 9, 6, 8, 7, 2, 5))).containsExactly(19.0, 17.0, 5.0);
  }

  @Test
  void aStretchWithoutAValueIsAGap() {
    assertThat(new CourseSampler(4, 2).extremes(course(null, null, null, 3)))
        .containsExactly(null, null, 3.0, 3.0);
  }

  @Test
  void aSpikeOfOneSecondOutlivesEightHours() {
    int seconds = 8 * 3_600;
    ArrayNode course = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < seconds; i++) {
      course.add(i == 17_001 ? 900 : 1);
    }
    CourseSampler thinning = CourseSampler.of(seconds);
    assertThat(thinning.extremes(course))
        .hasSizeLessThanOrEqualTo(CourseSampler.MOST_POINTS)
        .hasSameSizeAs(thinning.at())
        .contains(900.0);
  }

  @Test
  void noLengthGivesMorePointsThanTheMost() {
    for (int seconds = 1_190; seconds < 9_000; seconds += 7) {
      assertThat(CourseSampler.of(seconds).at())
          .as("%d s", seconds)
          .hasSizeLessThanOrEqualTo(CourseSampler.MOST_POINTS);
    }
  }
}
