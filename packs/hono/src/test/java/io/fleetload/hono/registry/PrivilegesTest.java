// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** With answers as MongoDB gives them to {@code connectionStatus}. */
class PrivilegesTest {
  private static Optional<String> lacking(String privileges) {
    return lacking("[{user: 'u', db: 'admin'}]", privileges);
  }

  private static Optional<String> lacking(String users, String privileges) {
    Document status =
        Document.parse(
            "{authInfo: {authenticatedUsers: %s, authenticatedUserPrivileges: %s}}"
                .formatted(users, privileges));
    return new Privileges("hono", status).lacking(List.of("tenants", "devices"));
  }

  @Test
  void aUserWhoMayOnlyReadLacksInsert() {
    assertThat(
            lacking("[{resource: {db: 'hono', collection: ''}, actions: ['find', 'listIndexes']}]"))
        .contains("insert in tenants");
  }

  @Test
  void aUserOfOneCollectionLacksTheOther() {
    assertThat(
            lacking(
                "[{resource: {db: 'hono', collection: 'tenants'}, actions: ['find', 'insert',"
                    + " 'update', 'remove', 'createIndex']}]"))
        .contains("find in devices");
  }

  @Test
  void aUserOfAnotherDatabaseLacksEverything() {
    assertThat(lacking("[{resource: {db: 'other', collection: ''}, actions: ['find', 'insert']}]"))
        .contains("find in tenants");
  }

  @Test
  void whoMayWriteLacksNothing() {
    String all = "['find', 'insert', 'update', 'remove', 'createIndex']";
    assertThat(lacking("[{resource: {db: 'hono', collection: ''}, actions: " + all + "}]"))
        .isEmpty();
    assertThat(lacking("[{resource: {db: '', collection: ''}, actions: " + all + "}]")).isEmpty();
    assertThat(lacking("[{resource: {anyResource: true}, actions: ['anyAction']}]")).isEmpty();
  }

  @Test
  void aServerWithoutAuthenticationAllowsEverything() {
    assertThat(lacking("[]", "[]")).isEmpty();
    assertThat(new Privileges("hono", new Document("ok", 1)).lacking(List.of("tenants"))).isEmpty();
  }
}
