// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.fleetload.calibration.script.Delivery;
import io.fleetload.results.book.BackendBook;
import io.fleetload.stamp.Period;
import io.fleetload.stamp.RunId;
import io.fleetload.stamp.Stamp;
import org.junit.jupiter.api.Test;

class DeliveriesTest {
  private final Deliveries deliveries = new Deliveries();

  @Test
  void aMessageHeldBackArrivesAfterTheNextOneOfItsDevice() {
    pass(0, 0, Delivery.LATE);
    pass(1, 1, Delivery.ONCE);
    assertThat(deliveries.book().received().contains(0)).isFalse();
    pass(0, 2, Delivery.ONCE);
    BackendBook.BackendFlow book = deliveries.book();
    assertThat(book.received().contains(0)).isTrue();
    assertThat(book.measured()).isEqualTo(new BackendBook.ReceiptCounts(3, 0, 1));
  }

  @Test
  void aSecondArrivalIsARecordAndNoFurtherMessage() {
    pass(0, 0, Delivery.TWICE);
    assertThat(deliveries.book().received().size()).isEqualTo(1);
    assertThat(deliveries.book().measured()).isEqualTo(new BackendBook.ReceiptCounts(2, 1, 0));
  }

  @Test
  void aLostMessageLeavesNoTrace() {
    pass(0, 0, Delivery.NEVER);
    assertThat(deliveries.book().received().size()).isZero();
    assertThat(deliveries.book().measured()).isEqualTo(new BackendBook.ReceiptCounts(0, 0, 0));
  }

  private void pass(int device, int n, Delivery delivery) {
    deliveries.pass(
        new Stamp(RunId.parse("1"), "event", Period.MEASURED, device, n, 0, 0),
        delivery,
        1_000_000);
  }
}
