package io.fleetload.provisioning.topics;

import io.fleetload.hono.HonoTarget;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TimeoutException;

/** The target's Kafka, seen by the one who makes topics. */
public final class KafkaCluster implements AutoCloseable {
  private static final int REACH_MILLIS = 10_000;
  private static final int REQUEST_MILLIS = 30_000;

  private final Admin admin;
  private final String server;

  /** Through a client that somebody made. */
  public KafkaCluster(Admin admin, String bootstrap) {
    this.admin = admin;
    this.server = "kafka at " + bootstrap;
  }

  /**
   * Opens a client.
   *
   * @throws UsageException if {@code target.kafka} or {@code target.kafkaProperties} make none
   */
  public static KafkaCluster open(HonoTarget target) throws UsageException {
    Map<String, Object> settings = new HashMap<>();
    settings.put(AdminClientConfig.CLIENT_ID_CONFIG, "provisioning");
    settings.put(AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, REACH_MILLIS);
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, REQUEST_MILLIS);
    settings.putAll(target.kafkaProperties());
    settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, target.kafka());
    try {
      return new KafkaCluster(Admin.create(settings), target.kafka());
    } catch (KafkaException e) {
      // Its words may repeat a value, and a value may be a password.
      throw new UsageException(
          "target.kafka and target.kafkaProperties make no Kafka client; check the host's name and"
              + " the values of security.protocol, sasl.* and ssl.*");
    }
  }

  /**
   * Waits for an answer.
   *
   * @throws TargetException if none comes
   * @throws InterruptedException if the thread was interrupted
   */
  public void requireReachable() throws TargetException, InterruptedException {
    answer(admin.describeCluster(new DescribeClusterOptions().timeoutMs(REACH_MILLIS)).nodes());
  }

  Admin admin() {
    return admin;
  }

  /** The answer to a request, or its failure in one line. */
  <T> T answer(KafkaFuture<T> request) throws TargetException, InterruptedException {
    try {
      return request.get();
    } catch (ExecutionException e) {
      throw trouble(e.getCause());
    }
  }

  TargetException trouble(Throwable failure) {
    return new TargetException(server + line(failure));
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }

  private static String line(Throwable failure) {
    if (failure instanceof TimeoutException) {
      return " is not reachable within " + REACH_MILLIS / 1_000 + " s (target.kafka)";
    }
    if (failure instanceof AuthenticationException) {
      return " refuses the connection (target.kafkaProperties): authentication failed";
    }
    if (failure instanceof AuthorizationException) {
      return " does not let this user make topics (target.kafkaProperties): not authorised";
    }
    String text = failure.getMessage() == null ? "" : failure.getMessage();
    String first = text.lines().findFirst().orElse(failure.getClass().getSimpleName());
    return failure instanceof InvalidReplicationFactorException
        ? " cannot keep that many replicas (target.replication): " + first
        : " refuses to make a topic: " + first;
  }
}
