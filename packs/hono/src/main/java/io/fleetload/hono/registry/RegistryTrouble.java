// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.connection.ServerDescription;
import io.fleetload.process.TargetException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import javax.net.ssl.SSLException;

/**
 * Failures of the MongoDB driver as one line each. The driver's own messages are never passed on:
 * they may repeat the connection string or a document.
 */
final class RegistryTrouble {
  static final int DUPLICATE_KEY = 11_000;

  private static final int NOT_AUTHORIZED = 13;
  private static final int AUTHENTICATION_FAILED = 18;
  private static final int ATLAS_REFUSES = 8_000;

  private final String server;
  private final String database;
  private final boolean tls;
  private final MongoClient client;

  RegistryTrouble(String hosts, String database, boolean tls, MongoClient client) {
    this.server = "mongodb at " + hosts;
    this.database = database;
    this.tls = tls;
    this.client = client;
  }

  TargetException of(MongoException failure) {
    return new TargetException(server + line(failure));
  }

  private String line(MongoException failure) {
    if (failure instanceof MongoTimeoutException) {
      return " is not reachable (target.mongodb): " + whyNotReachable();
    }
    int code = code(failure);
    if (failure instanceof MongoSecurityException
        || code == AUTHENTICATION_FAILED
        || code == ATLAS_REFUSES) {
      return " refuses the user or the password (target.mongodb): authentication failed";
    }
    if (code == NOT_AUTHORIZED) {
      return " does not let this user work on the database %s (target.mongodb): not authorised"
          .formatted(database);
    }
    if (code == DUPLICATE_KEY) {
      return (" got a document like one of ours from someone else at the same time, in the"
              + " database %s; run provisioning again")
          .formatted(database);
    }
    if (failure instanceof MongoNotPrimaryException
        || failure instanceof MongoNodeIsRecoveringException) {
      return " stepped down as primary or restarts (target.mongodb)";
    }
    if (failure instanceof MongoSocketReadException) {
      return " broke the connection (target.mongodb)";
    }
    if (failure instanceof MongoSocketException) {
      return " broke the connection (target.mongodb): " + reason(failure);
    }
    String name =
        failure instanceof MongoCommandException command ? " " + command.getErrorCodeName() : "";
    return " refuses a request to the database %s: error %d%s (%s)"
        .formatted(database, code, name, failure.getClass().getSimpleName());
  }

  private static int code(MongoException failure) {
    if (failure instanceof MongoBulkWriteException bulk && !bulk.getWriteErrors().isEmpty()) {
      return bulk.getWriteErrors().get(0).getCode();
    }
    return failure.getCode();
  }

  /** The last failure of a connection, which only the description of the servers has. */
  private String whyNotReachable() {
    if (client.getClusterDescription().getSrvResolutionException() != null) {
      return RegistryDatabase.NOT_IN_DNS;
    }
    for (ServerDescription each : client.getClusterDescription().getServerDescriptions()) {
      if (each.getException() != null) {
        return reason(each.getException());
      }
    }
    return client.getClusterDescription().getServerDescriptions().stream()
            .anyMatch(ServerDescription::isOk)
        ? "it has no primary"
        : "no answer within " + RegistryDatabase.REACH_SECONDS + " s";
  }

  private String reason(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof ConnectException) {
        return "connection refused";
      }
      if (each instanceof UnknownHostException) {
        return "unknown host";
      }
      if (each instanceof SSLException) {
        return tlsReason(each);
      }
      if (each instanceof MongoSocketReadException) {
        return tls
            ? "it closed the connection; does it want a certificate of ours"
                + " (target.mongodbTls.certificate)?"
            : "it closed the connection; does it want TLS (tls=true)?";
      }
    }
    return "no answer";
  }

  /** Only these classes tell which of a handshake's many ends it was. */
  private static String tlsReason(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof CertPathBuilderException) {
        return "its certificate comes from no authority that we trust (target.mongodbTls.ca)";
      }
      if (each instanceof CertificateExpiredException) {
        return "its certificate has expired";
      }
      if (each instanceof CertificateException && each.getCause() == null) {
        return "its certificate is for another host";
      }
    }
    return "the TLS handshake failed; does it speak TLS, and does it want a certificate"
        + " (target.mongodbTls.certificate)?";
  }
}
