// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.util.NameTransformer;
import io.fleetload.profile.key.Inline;

/**
 * JSON of a profile's records: without nulls, and with the keys of an unwrapped part in its place.
 */
final class ProfileJson {
  static final JsonMapper MAPPER = mapper();

  private ProfileJson() {}

  private static JsonMapper mapper() {
    JsonMapper mapper =
        JsonMapper.builder()
            .defaultPropertyInclusion(
                JsonInclude.Value.construct(
                    JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .build();
    AnnotationIntrospector standard = mapper.getDeserializationConfig().getAnnotationIntrospector();
    mapper.setAnnotationIntrospector(AnnotationIntrospector.pair(standard, new Parts()));
    return mapper;
  }

  private static final class Parts extends NopAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public NameTransformer findUnwrappingNameTransformer(AnnotatedMember member) {
      return member.hasAnnotation(Inline.class) ? NameTransformer.NOP : null;
    }

    @Override
    public Version version() {
      return Version.unknownVersion();
    }
  }
}
