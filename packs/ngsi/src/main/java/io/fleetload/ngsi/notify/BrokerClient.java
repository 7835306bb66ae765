// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.Broker;
import io.fleetload.ngsi.ContextUse;
import io.fleetload.ngsi.NgsiProfile;
import io.fleetload.ngsi.NgsiTarget;
import io.fleetload.process.PemFile;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import java.net.URI;
import java.util.concurrent.CompletionException;

/** Sends requests to the broker of a profile with the headers that all requests to it have. */
final class BrokerClient {
  /** Requests under way at once. */
  static final int MOST_AT_ONCE = 32;

  private static final int LONGEST_CONNECT_MILLIS = 5_000;
  private static final long LONGEST_ANSWER_MILLIS = 30_000;
  private static final int SUCCESS = 200;
  private static final int REDIRECTION = 300;

  private final NgsiProfile profile;
  private final NgsiTarget target;
  private final Broker broker;
  private final URI url;
  private final HttpClient client;

  /**
   * A client.
   *
   * @throws UsageException if the profile describes the way to the broker wrongly
   */
  BrokerClient(Vertx vertx, NgsiProfile profile) throws UsageException {
    this.profile = profile;
    this.target = profile.target();
    this.broker = target.broker();
    if (target.url() == null) {
      throw new UsageException("target.url: is missing; write the URL of the broker");
    }
    this.url = URI.create(target.url());
    HttpClientOptions options =
        new HttpClientOptions()
            .setConnectTimeout(LONGEST_CONNECT_MILLIS)
            .setSsl(url.getScheme().equals("https"));
    if (target.tls() != null && target.tls().authorities() != null) {
      String file = target.tls().authorities();
      // Vert.x would say only at the first connection that it cannot be read.
      new PemFile("target.tls.authorities", file).certificates();
      options.setTrustOptions(new PemTrustOptions().addCertPath(file));
    }
    this.client = vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(MOST_AT_ONCE));
  }

  /**
   * What the broker answered.
   *
   * @param location the header of that name; null where there is none
   */
  record Answer(int status, String location, String body) {
    private static final int LONGEST = 200;

    boolean isSuccess() {
      return status >= SUCCESS && status < REDIRECTION;
    }

    /** The same for a line. */
    @Override
    public String toString() {
      String line = body.replaceAll("\\s+", " ").strip();
      return (status + " " + (line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line))
          .strip();
    }
  }

  /** Which broker it is. */
  Broker broker() {
    return broker;
  }

  /** The broker, for a line. */
  String described() {
    return "the broker at " + target.url();
  }

  /**
   * Sends a request.
   *
   * @param path what comes after the root of the broker's API
   * @param body changed: gets the {@code @context} where requests say it there; null for none
   */
  Future<Answer> send(HttpMethod method, String path, ObjectNode body) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(method)
            .setHost(url.getHost())
            .setPort(port())
            .setURI(broker.root() + path)
            .setTimeout(LONGEST_ANSWER_MILLIS);
    if (target.tls() != null && target.tls().serverName() != null) {
      options.setServer(SocketAddress.inetSocketAddress(port(), url.getHost()));
      options.setHost(target.tls().serverName());
    }
    if (target.tenant() != null) {
      options.addHeader(broker.tenantHeader(), target.tenant());
    }
    target.headers().forEach(options::addHeader);
    options.addHeader("Accept", "application/json");
    String context = target.context();
    ContextUse.Way way = context == null ? ContextUse.Way.NONE : profile.context().send();
    if (way == ContextUse.Way.LINK || (way == ContextUse.Way.BODY && body == null)) {
      options.addHeader(
          "Link",
          "<%s>; rel=\"http://www.w3.org/ns/json-ld#context\"; type=\"application/ld+json\""
              .formatted(context));
    }
    if (body == null) {
      return client.request(options).compose(request -> request.send()).compose(this::read);
    }
    if (way == ContextUse.Way.BODY) {
      body.put("@context", context);
    }
    options.addHeader(
        "Content-Type", way == ContextUse.Way.BODY ? "application/ld+json" : "application/json");
    return client
        .request(options)
        .compose(request -> request.send(body.toString()))
        .compose(this::read);
  }

  private int port() {
    return url.getPort() > 0 ? url.getPort() : url.getScheme().equals("https") ? 443 : 80;
  }

  private Future<Answer> read(HttpClientResponse response) {
    return response
        .body()
        .map(
            body ->
                new Answer(response.statusCode(), response.getHeader("Location"), body.toString()));
  }

  /**
   * Sends a request and waits for the answer.
   *
   * @throws TargetException if there is none
   */
  Answer ask(HttpMethod method, String path, ObjectNode body) throws TargetException {
    try {
      return send(method, path, body).toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException e) {
      throw unreachable(e.getCause());
    }
  }

  /** What to say of a request without an answer. */
  TargetException unreachable(Throwable why) {
    return new TargetException(
        "%s does not answer: %s (target.url)".formatted(described(), why.getMessage()));
  }
}
