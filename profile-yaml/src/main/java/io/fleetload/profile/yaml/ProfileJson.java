// SPDX-License-Identifier: EPL-2.0
package io.fleetload.profile.yaml;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.jsontype.TypeResolverBuilder;
import com.fasterxml.jackson.databind.jsontype.impl.StdTypeResolverBuilder;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.util.NameTransformer;
import io.fleetload.profile.Devices;
import io.fleetload.profile.LoadProfile;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.Kinds;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

/**
 * JSON of a profile's records: without nulls, and with the keys of an unwrapped part in its place.
 */
final class ProfileJson {
  static final JsonMapper MAPPER = mapper();

  private ProfileJson() {}

  /** A reader of profiles of a record; a group of devices has the type of its fleet. */
  static ObjectReader reader(Class<? extends LoadProfile> type) {
    return MAPPER.reader().withAttribute(FleetReader.TYPE, fleet(type));
  }

  private static Class<?> fleet(Class<? extends LoadProfile> type) {
    return Arrays.stream(type.getRecordComponents())
        .map(RecordComponent::getType)
        .filter(Devices.class::isAssignableFrom)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(type + " has no devices"));
  }

  private static JsonMapper mapper() {
    JsonMapper mapper =
        JsonMapper.builder()
            .defaultPropertyInclusion(
                JsonInclude.Value.construct(
                    JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .addModule(new SimpleModule().addDeserializer(Devices.class, new FleetReader()))
            .build();
    AnnotationIntrospector standard = mapper.getDeserializationConfig().getAnnotationIntrospector();
    mapper.setAnnotationIntrospector(AnnotationIntrospector.pair(standard, new Parts()));
    return mapper;
  }

  private static final class FleetReader extends JsonDeserializer<Devices> {
    private static final String TYPE = "fleet";

    @Override
    public Devices deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return (Devices) context.readValue(parser, (Class<?>) context.getAttribute(TYPE));
    }
  }

  private static final class Parts extends NopAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public NameTransformer findUnwrappingNameTransformer(AnnotatedMember member) {
      return member.hasAnnotation(Inline.class) ? NameTransformer.NOP : null;
    }

    @Override
    public TypeResolverBuilder<?> findTypeResolver(
        MapperConfig<?> config, AnnotatedClass type, JavaType base) {
      return Kinds.of(type.getRawType()).isEmpty()
          ? null
          : new StdTypeResolverBuilder(
              JsonTypeInfo.Value.construct(
                  JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, Kinds.KEY, null, false, false));
    }

    @Override
    public List<NamedType> findSubtypes(Annotated type) {
      return Kinds.of(type.getRawType()).entrySet().stream()
          .map(each -> new NamedType(each.getValue(), each.getKey()))
          .toList();
    }

    @Override
    public Version version() {
      return Version.unknownVersion();
    }
  }
}
