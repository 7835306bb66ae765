// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono;

import io.fleetload.body.StampedBodies;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.hono.published.PublishedDocument;
import io.fleetload.hono.published.PublishedForm;
import io.fleetload.pack.Description;
import io.fleetload.pack.Pack;
import io.fleetload.results.PublishedReport;
import io.fleetload.results.ResultView;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Eclipse Hono: devices of CoAP over DTLS, of MQTT and of HTTP, an application on Kafka, a registry
 * in MongoDB.
 */
public final class HonoPack implements Pack<HonoProfile> {
  @Override
  public String name() {
    return "hono";
  }

  @Override
  public Class<HonoProfile> profile() {
    return HonoProfile.class;
  }

  @Override
  public Description describe(HonoProfile profile) {
    return new HonoRun(profile, new StampedBodies(profile));
  }

  @Override
  public Optional<String> keysFrom(Path file) {
    // The command line's file is from where the command was started, a profile's is not.
    String path = file.toAbsolutePath().toString().replace("'", "''");
    return Optional.of("devices.psk={file: '" + path + "'}");
  }

  @Override
  public List<ResultView> views() {
    return List.of(new PublishedForm());
  }

  @Override
  public Optional<PublishedReport> published() {
    return Optional.of(new PublishedDocument());
  }

  @Override
  public boolean isDefault() {
    return true;
  }
}
