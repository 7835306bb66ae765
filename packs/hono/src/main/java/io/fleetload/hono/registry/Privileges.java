// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import io.fleetload.hono.registry.document.CredentialsDocument;
import io.fleetload.hono.registry.document.Mark;
import java.util.List;
import java.util.Optional;
import org.bson.Document;

/**
 * The actions that a user may do in a database, as MongoDB's {@code connectionStatus} answers with
 * {@code showPrivileges}.
 *
 * @param database its name
 * @param status the answer
 */
record Privileges(String database, Document status) {
  private static final List<String> NEEDED =
      List.of("find", "insert", "update", "remove", "createIndex");

  /** The right that a user lacks, as a part of a sentence; empty if users need not authenticate. */
  Optional<String> lacking(List<String> collections) {
    Document info = Mark.copy(status.get("authInfo"));
    if (CredentialsDocument.list(info.get("authenticatedUsers")).isEmpty()
        || !info.containsKey("authenticatedUserPrivileges")) {
      return Optional.empty();
    }
    List<?> privileges = CredentialsDocument.list(info.get("authenticatedUserPrivileges"));
    for (String collection : collections) {
      for (String action : NEEDED) {
        if (privileges.stream().noneMatch(each -> allows(each, collection, action))) {
          return Optional.of(action + " in " + collection);
        }
      }
    }
    return Optional.empty();
  }

  private boolean allows(Object privilege, String collection, String action) {
    if (!(privilege instanceof Document document)) {
      return false;
    }
    List<?> actions = CredentialsDocument.list(document.get("actions"));
    Document resource = Mark.copy(document.get("resource"));
    boolean there =
        Boolean.TRUE.equals(resource.get("anyResource"))
            || (isOrAny(resource.get("db"), database)
                && isOrAny(resource.get("collection"), collection));
    return there && (actions.contains(action) || actions.contains("anyAction"));
  }

  /** Compares names; an empty one means every name. */
  private static boolean isOrAny(Object found, String name) {
    return "".equals(found) || name.equals(found);
  }
}
