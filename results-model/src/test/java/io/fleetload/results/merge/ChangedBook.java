package io.fleetload.results.merge;

import io.fleetload.results.ClosedModel;
import io.fleetload.results.DeviceBook;
import io.fleetload.results.GeneratorHealth;
import io.fleetload.results.LatencyHistogram;
import io.fleetload.results.TenantBook;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A book with one thing changed. */
record ChangedBook(DeviceBook book) {
  private DeviceBook of(
      String runId,
      String runName,
      boolean complete,
      double seconds,
      List<DeviceBook.PhaseTimes> phases,
      Map<String, DeviceBook.Flow> flows,
      GeneratorHealth generator,
      LatencyHistogram lag) {
    return new DeviceBook(
            1,
            runId,
            runName,
            complete,
            seconds,
            phases,
            book.devices(),
            flows,
            generator,
            book.shard(),
            lag,
            null)
        .with(book.tenants());
  }

  DeviceBook tenants(List<TenantBook> tenants) {
    return book.with(tenants);
  }

  /** Of so many devices, whose messages so many sessions carry. */
  DeviceBook carried(long devices, long sessions, double askedOfTelemetry) {
    DeviceBook.Devices before = book.devices();
    DeviceBook other = telemetry(askedOfTelemetry, book.flows().get("telemetry").measuredFrom());
    return new DeviceBook(
            1,
            other.runId(),
            other.runName(),
            true,
            other.measuredSeconds(),
            other.phases(),
            new DeviceBook.Devices(
                sessions,
                sessions,
                sessions,
                before.failed(),
                before.disconnects(),
                before.connectTime(),
                null,
                null,
                devices),
            other.flows(),
            other.generator(),
            other.shard(),
            other.generatorLag(),
            null)
        .with(other.tenants());
  }

  DeviceBook runId(String runId) {
    return of(
        runId,
        book.runName(),
        true,
        book.measuredSeconds(),
        book.phases(),
        book.flows(),
        book.generator(),
        book.generatorLag());
  }

  DeviceBook seconds(double seconds) {
    return of(
        book.runId(),
        book.runName(),
        true,
        seconds,
        book.phases(),
        book.flows(),
        book.generator(),
        book.generatorLag());
  }

  DeviceBook phases(DeviceBook.PhaseTimes... phases) {
    return of(
        book.runId(),
        book.runName(),
        true,
        book.measuredSeconds(),
        List.of(phases),
        book.flows(),
        book.generator(),
        book.generatorLag());
  }

  DeviceBook telemetry(Double asked, long from) {
    DeviceBook.Flow flow = book.flows().get("telemetry");
    return flows(
        Map.of(
            "telemetry",
            new DeviceBook.Flow(
                asked,
                from,
                flow.measuredTo(),
                flow.warmUp(),
                flow.measured(),
                flow.response(),
                flow.service(),
                flow.sent(),
                flow.ok(),
                flow.perSecond())));
  }

  DeviceBook closed(ClosedModel users) {
    Map<String, DeviceBook.Flow> flows = new LinkedHashMap<>(book.flows());
    flows.computeIfPresent("telemetry", (name, flow) -> flow.with(users));
    return flows(flows);
  }

  DeviceBook flows(Map<String, DeviceBook.Flow> flows) {
    return of(
        book.runId(),
        book.runName(),
        true,
        book.measuredSeconds(),
        book.phases(),
        flows,
        book.generator(),
        book.generatorLag());
  }

  DeviceBook generator(double limit, LatencyHistogram lag, String... reasons) {
    GeneratorHealth health = book.generator();
    return of(
        book.runId(),
        book.runName(),
        true,
        book.measuredSeconds(),
        book.phases(),
        book.flows(),
        new GeneratorHealth(health.lag(), limit, 0, 0, List.of(reasons)),
        lag);
  }

  DeviceBook killed(List<DeviceBook.PhaseTimes> phases, Map<String, DeviceBook.Flow> flows) {
    return of(
        book.runId(),
        book.runName(),
        false,
        book.measuredSeconds(),
        phases,
        flows,
        book.generator(),
        book.generatorLag());
  }
}
