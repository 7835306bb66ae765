// SPDX-License-Identifier: EPL-2.0
package io.fleetload.wire.tls;

import io.fleetload.wire.LayerException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Set;
import javax.net.ssl.SSLProtocolException;

/** TLS with a server failed; the message is one line that says which check it was. */
public final class TlsException extends LayerException {
  private static final long serialVersionUID = 1L;
  private static final String ALERT = "Received fatal alert: ";

  /** Alerts of a server about our certificate (RFC 8446, section 6.2). */
  private static final Set<String> ABOUT_OURS =
      Set.of(
          "certificate_required",
          "bad_certificate",
          "unsupported_certificate",
          "certificate_revoked",
          "certificate_expired",
          "certificate_unknown",
          "unknown_ca",
          "access_denied");

  private final TlsCheck check;

  /** Part of a handshake that can fail. */
  public enum TlsCheck {
    /** No trusted authority signed the server's certificate. */
    AUTHORITY,
    /** The server's certificate is for another name. */
    SERVER_NAME,
    /** The server's certificate or that of its authority is not in force. */
    DATES,
    /** The server's certificate is not to be used for this, or is malformed. */
    SERVER_CERTIFICATE,
    /** The server wants a certificate of ours and gets none. */
    MISSING_CERTIFICATE,
    /** The server does not accept our certificate. */
    OUR_CERTIFICATE,
    /** The two sides have no version or no cipher suite in common. */
    PARAMETERS,
    /** The server does not speak TLS. */
    NO_TLS,
    /** The connection ended in the handshake. */
    END,
    /** Another rule of the protocol. */
    PROTOCOL
  }

  TlsException(TlsCheck check, String message, Throwable cause) {
    super(message, cause);
    this.check = check;
  }

  /** The check that failed. */
  public TlsCheck check() {
    return check;
  }

  /** The reason for which an engine gave up. */
  static TlsException of(Throwable failure, TlsSettings settings) {
    if (failure instanceof TlsException known) {
      return known;
    }
    for (Throwable each = failure; each != null; each = each.getCause()) {
      TlsException found = ofCertificate(each, failure, settings.serverName());
      if (found != null) {
        return found;
      }
    }
    String said = String.valueOf(failure.getMessage());
    if (said.startsWith(ALERT)) {
      return ofAlert(said.substring(ALERT.length()), failure, settings.files().own() != null);
    }
    if (said.contains("protocol version") || said.contains("No appropriate protocol")) {
      return new TlsException(
          TlsCheck.PARAMETERS,
          "the server takes another version of TLS: " + oneLine(said),
          failure);
    }
    String what = failure instanceof SSLProtocolException ? "the server breaks TLS" : "TLS failed";
    return new TlsException(TlsCheck.PROTOCOL, what + ": " + oneLine(said), failure);
  }

  /** Only these classes tell which check of a certificate it was. */
  private static TlsException ofCertificate(Throwable each, Throwable failure, String name) {
    if (each instanceof CertPathBuilderException) {
      return new TlsException(
          TlsCheck.AUTHORITY,
          "no authority that we trust signed the server's certificate",
          failure);
    }
    if (each instanceof CertPathValidatorException path && isAboutDates(path)) {
      return new TlsException(TlsCheck.DATES, dates(path), failure);
    }
    if (each instanceof CertificateExpiredException) {
      return new TlsException(TlsCheck.DATES, "the server's certificate has expired", failure);
    }
    if (each instanceof CertificateException && each.getCause() == null) {
      String said = String.valueOf(each.getMessage());
      return said.contains("subject alternative") || said.contains("No name matching")
          ? new TlsException(
              TlsCheck.SERVER_NAME,
              "the server's certificate is for another name than %s".formatted(name),
              failure)
          : new TlsException(
              TlsCheck.SERVER_CERTIFICATE,
              "the server's certificate is not valid: " + oneLine(said),
              failure);
    }
    return null;
  }

  private static boolean isAboutDates(CertPathValidatorException path) {
    return path.getCause() instanceof CertificateExpiredException
        || path.getCause() instanceof CertificateNotYetValidException;
  }

  private static String dates(CertPathValidatorException path) {
    if (path.getCertPath() == null || path.getIndex() < 0) {
      return "the server's certificate is not in force";
    }
    Certificate found = path.getCertPath().getCertificates().get(path.getIndex());
    X509Certificate certificate = (X509Certificate) found;
    return "the server's certificate %s is valid from %s to %s only"
        .formatted(
            certificate.getSubjectX500Principal(),
            certificate.getNotBefore().toInstant(),
            certificate.getNotAfter().toInstant());
  }

  private static TlsException ofAlert(String alert, Throwable failure, boolean withOwn) {
    if (ABOUT_OURS.contains(alert)) {
      return withOwn
          ? new TlsException(
              TlsCheck.OUR_CERTIFICATE,
              "the server does not accept our certificate: " + alert,
              failure)
          : new TlsException(
              TlsCheck.MISSING_CERTIFICATE,
              "the server wants a certificate of ours: " + alert,
              failure);
    }
    if (alert.equals("protocol_version") || alert.equals("handshake_failure")) {
      String orOwn = withOwn ? "" : ", or it wants a certificate of ours";
      return new TlsException(
          TlsCheck.PARAMETERS,
          "the server has no version or cipher suite in common with us%s: %s"
              .formatted(orOwn, alert),
          failure);
    }
    if (alert.equals("unrecognized_name")) {
      return new TlsException(
          TlsCheck.SERVER_NAME,
          "the server does not know the name that we sent: " + alert,
          failure);
    }
    return new TlsException(TlsCheck.PROTOCOL, "the server ended TLS: " + alert, failure);
  }

  private static String oneLine(String said) {
    return said.replaceAll("\\s+", " ").strip();
  }
}
