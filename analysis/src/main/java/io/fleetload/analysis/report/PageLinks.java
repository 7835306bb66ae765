// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.report;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Links of a page to files, relative to the page where both are on one disk, so that a folder of
 * results may be copied.
 *
 * @param folder the folder of the page, absolute
 */
record PageLinks(Path folder) {
  /** Of a page that will lie there. */
  static PageLinks on(Path page) {
    return new PageLinks(page.toAbsolutePath().normalize().getParent());
  }

  String to(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    if (!folder.getRoot().equals(absolute.getRoot())) {
      return absolute.toUri().toString();
    }
    return StreamSupport.stream(folder.relativize(absolute).spliterator(), false)
        .map(each -> encoded(each.toString()))
        .collect(Collectors.joining("/"));
  }

  /** The name of a file or a folder, as a link has it. */
  static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
