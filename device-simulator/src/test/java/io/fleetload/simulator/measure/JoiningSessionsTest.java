// SPDX-License-Identifier: EPL-2.0
package io.fleetload.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.driver.Cause;
import io.fleetload.driver.ShardDevices;
import io.fleetload.profile.Carriers;
import io.fleetload.profile.DeviceGroup;
import io.fleetload.results.book.DeviceBook;
import io.fleetload.results.book.GroupBook;
import io.fleetload.results.book.TenantBook;
import io.fleetload.results.run.Tenants;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the book says of sessions of devices that join later: 4 from the beginning, then 6. */
class JoiningSessionsTest {
  private static final int OLD = 4;
  private static final int DEVICES = 10;
  private static final ShardDevices ALL = ShardDevices.all(DEVICES);

  private static final Tenants TENANTS =
      new Tenants(List.of(new Tenants.TenantShare("a", 1), new Tenants.TenantShare("b", 1)));

  private final TenantSessions tenants =
      new TenantSessions(new Carriers(TENANTS, DEVICES, DEVICES), ALL.devices(), ALL.devices());

  private final ConnectionBook book =
      new ConnectionBook(
          DEVICES,
          tenants,
          new GroupSessions(
              List.of(
                  new DeviceGroup("old", 0, OLD, null),
                  new DeviceGroup("new", OLD, DEVICES - OLD, null)),
              TENANTS,
              ALL,
              false));

  private List<Long> askedByGroup() {
    return book.groups().stream().map(each -> each.sessions().asked()).toList();
  }

  private long askedOfTenants() {
    return tenants.snapshot().stream().mapToLong(TenantBook::sessions).sum();
  }

  @Test
  void aSessionIsAskedForFromTheTimeAtWhichItsDeviceJoins() {
    IntStream.range(OLD, DEVICES).forEach(book::later);
    IntStream.range(0, OLD).forEach(each -> book.connected(each, false, Set.of(), 1, 0));

    assertThat(book.snapshot().asked()).isEqualTo(OLD);
    assertThat(askedByGroup()).containsExactly(4L, 0L);
    assertThat(askedOfTenants()).isEqualTo(OLD);
    assertThat(book.groupCounts()).extracting(each -> each.asked()).containsExactly(4L, 0L);

    book.joined(OLD);
    book.joined(OLD + 1);
    book.connected(OLD, false, Set.of(), 1, 0);
    book.failed(OLD + 1, false, Cause.Transport.HANDSHAKE, 0);

    assertThat(book.snapshot().asked()).isEqualTo(6);
    assertThat(book.snapshot().connected()).isEqualTo(5);
    assertThat(book.snapshot().connectedAtFirst()).isEqualTo(OLD);
    assertThat(askedByGroup()).containsExactly(4L, 2L);
    assertThat(askedOfTenants()).isEqualTo(6);
    assertThat(book.groups().get(0).sessions().wave()).isNull();
    assertThat(book.groups().get(1).sessions().wave())
        .isEqualTo(new DeviceBook.WaveCounts(2, 1, 0));
  }

  @Test
  void aSessionThatComesBackDidNotJoinAgain() {
    book.later(OLD);
    book.joined(OLD);
    book.connected(OLD, false, Set.of(), 1, 0);
    book.ended(OLD, ConnectionBook.EndReason.STORM, 1);
    book.connected(OLD, true, Set.of(), 1, 2);
    book.back(OLD);
    book.left(OLD, 3);

    assertThat(book.snapshot().wave()).isEqualTo(new DeviceBook.WaveCounts(1, 1, 1));
    assertThat(book.snapshot().reconnects().remainder()).isZero();
  }

  @Test
  void theBookSaysWhichTenantAGroupIsOf() {
    List<DeviceGroup> groups =
        List.of(
            new DeviceGroup("old", 0, OLD, null), new DeviceGroup("new", OLD, DEVICES - OLD, null));
    Tenants given =
        new Tenants(
            TENANTS.shares(),
            List.of(new Tenants.FleetPart(0, null), new Tenants.FleetPart(OLD, "b")));

    assertThat(new GroupSessions(groups, given, ALL, false).snapshot())
        .extracting(GroupBook::tenant)
        .containsExactly(null, "b");
    assertThat(book.groups()).extracting(GroupBook::tenant).containsOnlyNulls();
    assertThat(
            new TenantSessions(new Carriers(given, DEVICES, DEVICES), ALL.devices(), ALL.devices())
                .snapshot()
                .get(1)
                .devices())
        .isEqualTo(given.share(1, OLD) + DEVICES - OLD);
  }
}
