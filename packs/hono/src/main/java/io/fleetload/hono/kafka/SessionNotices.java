// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.driver.ArrivalBook;
import io.fleetload.hono.name.FleetNames;
import io.fleetload.hono.profile.ConnectionEvents;
import io.fleetload.hono.profile.HonoProfile;
import io.fleetload.results.run.Tenants;
import io.fleetload.stamp.SessionMark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Hono's announcements of sessions, by its <a href="https://eclipse.dev/hono/docs/api/event/">event
 * API</a>: connection events of its adapters, and empty notifications of its command router. A
 * connection event has the client id of the session, so the devices' marks are their client ids.
 * Not thread-safe.
 */
final class SessionNotices {
  private static final String CONNECTED = "connected";
  private static final String DISCONNECTED = "disconnected";

  /** A time until disconnect without an end: the device waits for commands from now on. */
  private static final String SUBSCRIBED = "-1";

  private static final String UNSUBSCRIBED = "0";

  private final ObjectMapper json = new ObjectMapper();
  private final IntPredicate followed;
  private final FleetNames names;
  private final Tenants tenants;

  /** Announcements of a profile's sessions. */
  SessionNotices(HonoProfile profile) {
    this.followed = ConnectionEvents.sessions(profile);
    this.names =
        profile.gateways() == null
            ? new FleetNames(profile.devices())
            : new FleetNames(profile.gateways());
    this.tenants = profile.tenantsOfSessions();
  }

  /**
   * The announcement that a record is; empty for any other record.
   *
   * @param contentType that of the record; or null
   * @param topics says which tenant the record's topic is of
   */
  Optional<ArrivalBook.SessionNotice> of(
      ConsumerRecord<byte[], byte[]> record, String contentType, TopicsOfTenants topics) {
    if (HonoHeaders.CONNECTION_NOTIFICATION.equals(contentType)) {
      JsonNode body = body(record.value());
      String cause = body.path("cause").asText();
      if (!cause.equals(CONNECTED) && !cause.equals(DISCONNECTED)) {
        return Optional.empty();
      }
      SessionMark mark = SessionMark.parse(body.path("remote-id").asText()).orElse(null);
      return notice(record, topics, ConnectionEvents.CONNECTION, cause.equals(CONNECTED), mark);
    }
    if (HonoHeaders.EMPTY_NOTIFICATION.equals(contentType)) {
      String ttd = HonoHeaders.text(record.headers(), HonoHeaders.TTD);
      return SUBSCRIBED.equals(ttd) || UNSUBSCRIBED.equals(ttd)
          ? notice(record, topics, ConnectionEvents.COMMANDS, SUBSCRIBED.equals(ttd), null)
          : Optional.empty();
    }
    return Optional.empty();
  }

  private Optional<ArrivalBook.SessionNotice> notice(
      ConsumerRecord<byte[], byte[]> record,
      TopicsOfTenants topics,
      String kind,
      boolean begins,
      SessionMark mark) {
    int session = session(record, topics);
    if (session >= 0 && !followed.test(session)) {
      return Optional.empty();
    }
    return Optional.of(
        new ArrivalBook.SessionNotice(
            kind, begins, session, mark, kind.equals(ConnectionEvents.CONNECTION)));
  }

  /**
   * The session of the device in header and key; -1 where they differ or it is no device of the
   * run.
   */
  private int session(ConsumerRecord<byte[], byte[]> record, TopicsOfTenants topics) {
    String id = HonoHeaders.text(record.headers(), HonoHeaders.DEVICE_ID);
    String key = record.key() == null ? id : new String(record.key(), StandardCharsets.UTF_8);
    if (id == null || !id.equals(key)) {
      return -1;
    }
    int session = names.indexOf(id);
    return session >= 0 && topics.isEventOf(tenants.of(session), record.topic()) ? session : -1;
  }

  private JsonNode body(byte[] value) {
    try {
      return value == null ? json.missingNode() : json.readTree(value);
    } catch (JsonProcessingException e) {
      return json.missingNode();
    } catch (IOException e) {
      throw new IllegalStateException("an array of bytes cannot be read", e);
    }
  }
}
