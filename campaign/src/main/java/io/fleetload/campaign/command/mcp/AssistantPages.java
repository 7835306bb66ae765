// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.command.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.fleetload.analysis.limit.Limit;
import io.fleetload.process.UsageException;
import io.fleetload.results.Result;
import io.fleetload.results.format.ExitCode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Pages for an assistant to read: the reference and the schemas of the installation, the exit
 * codes, and the results of runs.
 *
 * @param folder where the server was started
 */
record AssistantPages(WorkFolder folder) {
  /** The form of the address of a file of a run. */
  static final String RESULT_TEMPLATE = "loadtest://results/{run}/{file}";

  private static final String RESULT_LIST = "loadtest://results";
  private static final String EXIT_CODES = "loadtest://exit-codes";
  private static final String MARKDOWN = "text/markdown";
  private static final String JSON = "application/json";
  private static final Pattern RESULT = Pattern.compile("loadtest://results/([^/]+)/([^/]+)");

  /** The files that a run leaves for others to read. */
  private static final Set<String> FILES =
      Set.of(Result.FILE, Limit.FILE, "summary.md", "figures.csv", "junit.xml", "profile.yaml");

  /**
   * A page.
   *
   * @param uri its address
   * @param name what it is
   * @param type its media type
   */
  record AssistantPage(String uri, String name, String type) {}

  /** The pages with an address of their own. */
  List<AssistantPage> all() throws IOException {
    List<AssistantPage> pages = new ArrayList<>();
    pages.add(new AssistantPage(EXIT_CODES, "exit codes and verdicts", JSON));
    pages.add(new AssistantPage(RESULT_LIST, "runs in the folder results", JSON));
    files().forEach((uri, file) -> pages.add(new AssistantPage(uri, name(file), type(file))));
    return pages;
  }

  private static String name(Path file) {
    String of = file.getParent().getFileName().toString();
    return file.getFileName() + (of.equals("reference") ? "" : " of " + of);
  }

  private static String type(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".json") ? JSON : name.endsWith(".md") ? MARKDOWN : "text/plain";
  }

  /** The files of the installation by their addresses. */
  private Map<String, Path> files() throws IOException {
    Path home = folder.installation();
    Map<String, Path> files = new LinkedHashMap<>();
    Path index = home.resolve("docs/llms.txt");
    if (Files.exists(index)) {
      files.put("loadtest://docs/llms.txt", index);
    }
    for (Path each : sorted(home.resolve("docs/reference"), "*.{md,json}")) {
      files.put(address(each, ""), each);
    }
    for (Path pack : sorted(home.resolve("packs"), "*")) {
      for (Path each : sorted(pack, "profile*.{md,json}")) {
        files.put(address(each, pack.getFileName() + "/"), each);
      }
    }
    return files;
  }

  private static String address(Path file, String pack) {
    String name = file.getFileName().toString();
    String kind = name.endsWith(".schema.json") ? "schema" : "reference";
    return "loadtest://%s/%s%s".formatted(kind, pack, name.replaceFirst("\\.schema\\.json$", ""));
  }

  private static Set<Path> sorted(Path directory, String glob) throws IOException {
    Set<Path> sorted = new TreeSet<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, glob)) {
        found.forEach(sorted::add);
      }
    }
    return sorted;
  }

  /**
   * The text of a page.
   *
   * @throws UsageException if there is no such page
   * @throws IOException if it cannot be read
   */
  String text(String uri) throws UsageException, IOException {
    if (uri.equals(EXIT_CODES)) {
      return exitCodes();
    }
    if (uri.equals(RESULT_LIST)) {
      return runs();
    }
    Matcher result = RESULT.matcher(uri);
    if (result.matches()) {
      if (!FILES.contains(result.group(2))) {
        throw new UsageException(
            "%s: name one of %s".formatted(uri, String.join(", ", new TreeSet<>(FILES))));
      }
      return Files.readString(
          folder.readable(
              "%s/%s/%s".formatted(WorkFolder.RESULTS, result.group(1), result.group(2))));
    }
    Path file = files().get(uri);
    if (file == null) {
      throw new UsageException(uri + ": is no page of this server; list its resources");
    }
    return Files.readString(file);
  }

  private static String exitCodes() {
    ArrayNode codes = JsonNodeFactory.instance.arrayNode();
    for (ExitCode each : ExitCode.values()) {
      codes
          .addObject()
          .put("code", each.code())
          .put("status", each.status())
          .put("meaning", each.meaning());
    }
    return codes.toPrettyString();
  }

  private String runs() throws IOException {
    ArrayNode runs = JsonNodeFactory.instance.arrayNode();
    Path results = folder.root().resolve(WorkFolder.RESULTS);
    for (Path each : sorted(results, "*")) {
      if (Files.isDirectory(each)) {
        String name = each.getFileName().toString();
        ArrayNode files =
            runs.addObject().put("run", WorkFolder.RESULTS + "/" + name).putArray("files");
        Stream.of(FILES.toArray(String[]::new))
            .sorted()
            .filter(file -> Files.exists(each.resolve(file)))
            .forEach(file -> files.add("%s/%s/%s".formatted(RESULT_LIST, name, file)));
      }
    }
    return runs.toPrettyString();
  }
}
