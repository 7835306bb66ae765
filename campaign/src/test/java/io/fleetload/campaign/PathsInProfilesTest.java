// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.pack.Pack;
import io.fleetload.profile.key.Inline;
import io.fleetload.profile.key.Kinds;
import io.fleetload.quantity.FileBesideProfile;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A path in a profile is from the profile's directory, whatever pack the key is of. */
class PathsInProfilesTest {
  private static final Pattern NAMES_A_FILE =
      Pattern.compile("(.*\\.)?(file|\\w+File|directory|track|authorities|certificate|trust|ca)");

  /** The shards' barrier takes it from the profile's directory by itself. */
  private static final Set<String> OTHERS = Set.of("coordination.directory");

  @Test
  void everyKeyThatNamesAFileIsFromTheProfilesDirectory() {
    Set<String> fromThere = new TreeSet<>();
    for (Pack<?> pack : ServiceLoader.load(Pack.class)) {
      Set<String> wrong = new TreeSet<>();
      collect(pack.profile(), "", wrong, fromThere);
      wrong.removeAll(OTHERS);
      assertThat(wrong).as(pack.name()).isEmpty();
    }
    assertThat(fromThere)
        .contains("target.mongodbFile", "target.tls.authorities", "flows[].location.track");
  }

  private static void collect(Type type, String path, Set<String> wrong, Set<String> fromThere) {
    if (type instanceof ParameterizedType generic) {
      for (Type each : generic.getActualTypeArguments()) {
        collect(each, path + "[]", wrong, fromThere);
      }
    } else if (type == FileBesideProfile.class) {
      fromThere.add(path);
    } else if (type == Path.class
        || (type == String.class && NAMES_A_FILE.matcher(path).matches())) {
      wrong.add(path);
    } else if (type instanceof Class<?> section && section.isSealed()) {
      Kinds.of(section)
          .forEach((kind, record) -> collect(record, path + "." + kind, wrong, fromThere));
    } else if (type instanceof Class<?> record && record.isRecord()) {
      for (RecordComponent each : record.getRecordComponents()) {
        boolean unwrapped = each.getAccessor().isAnnotationPresent(Inline.class);
        String key =
            unwrapped ? path : path.isEmpty() ? each.getName() : path + "." + each.getName();
        collect(each.getGenericType(), key, wrong, fromThere);
      }
    }
  }
}
