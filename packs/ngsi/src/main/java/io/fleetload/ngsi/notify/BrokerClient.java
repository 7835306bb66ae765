// SPDX-License-Identifier: EPL-2.0
package io.fleetload.ngsi.notify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fleetload.ngsi.profile.Broker;
import io.fleetload.ngsi.profile.ContextUse;
import io.fleetload.ngsi.profile.NgsiProfile;
import io.fleetload.ngsi.profile.NgsiTarget;
import io.fleetload.process.PemFile;
import io.fleetload.process.TargetException;
import io.fleetload.process.UsageException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Sends requests to the broker of a profile with the headers that all requests to it have. */
public final class BrokerClient {
  /** Requests under way at once. */
  public static final int MOST_AT_ONCE = 32;

  private static final int LONGEST_CONNECT_MILLIS = 5_000;

  /** So long after the deadline of its own thread another one gives up to wait. */
  private static final long LONGEST_DELAY_MILLIS = 10_000;

  private static final String JSON = "application/json";
  private static final String LD_JSON = "application/ld+json";
  private static final int SUCCESS = 200;
  private static final int REDIRECTION = 300;
  private static final long SECOND_MILLIS = 1_000;

  private final NgsiProfile profile;
  private final NgsiTarget target;
  private final Broker broker;
  private final URI url;
  private final Bounds bounds;
  private final Vertx vertx;
  private final Context context;
  private final HttpClient client;

  /**
   * Bounds of an answer.
   *
   * @param list bytes of an answer that is read, which is one at a time
   * @param kept bytes that are kept of any other
   * @param millis from the begin of the request to the end of the answer
   */
  record Bounds(int list, int kept, long millis) {
    static final Bounds USUAL = new Bounds(16 << 20, 1 << 20, 30_000);
  }

  /**
   * A client.
   *
   * @throws UsageException if the profile describes the way to the broker wrongly
   */
  public BrokerClient(Vertx vertx, NgsiProfile profile) throws UsageException {
    this(vertx, profile, Bounds.USUAL);
  }

  BrokerClient(Vertx vertx, NgsiProfile profile, Bounds bounds) throws UsageException {
    this.bounds = bounds;
    this.vertx = vertx;
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
      Path file = target.tls().authorities().path();
      // Vert.x would say only at the first connection that it cannot be read.
      new PemFile("target.tls.authorities", file).certificates();
      options.setTrustOptions(new PemTrustOptions().addCertPath(file.toString()));
    }
    this.context = vertx.getOrCreateContext();
    this.client = vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(MOST_AT_ONCE));
  }

  /**
   * Answer of the broker.
   *
   * @param location the header of that name; null if it is missing
   * @param count the header with the number of results; null if it is missing
   */
  public record Answer(int status, String location, String count, String body) {
    private static final int LONGEST = 200;

    /** ETSI GS CIM 009, 5.5.2: a remote @context could not be read. */
    private static final String NO_CONTEXT = "LdContextNotAvailable";

    public boolean isSuccess() {
      return status >= SUCCESS && status < REDIRECTION;
    }

    /** Number of results of a query, by the header or else by what is in the body. */
    public long found() {
      try {
        if (count != null) {
          return Long.parseLong(count.strip());
        }
        JsonNode results = new ObjectMapper().readTree(body);
        return results.isArray() ? results.size() : results.isObject() ? 1 : 0;
      } catch (NumberFormatException | JsonProcessingException e) {
        return 0;
      }
    }

    /** The same for a line. */
    @Override
    public String toString() {
      String line = body.replaceAll("\\s+", " ").strip();
      return (status + " " + (line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line))
              .strip()
          + (body.contains(NO_CONTEXT)
              ? "; set receiver.host to the name or IP under which the broker reaches this host; or set target.context to a URL of the @context that it can read"
              : "");
    }
  }

  public Broker broker() {
    return broker;
  }

  /** The broker, for a line. */
  public String described() {
    return "the broker at " + target.url();
  }

  /** Prefix of the paths of requests. */
  public String root() {
    return broker.root();
  }

  /**
   * Sends a request.
   *
   * @param path what comes after the root of the broker's API
   * @param body changed: gets the {@code @context} where requests say it there; null for none
   */
  Future<Answer> send(HttpMethod method, String path, ObjectNode body) {
    if (body == null) {
      return send(method, root() + path, null, null);
    }
    boolean inBody = way() == ContextUse.Way.BODY;
    if (inBody) {
      body.put("@context", target.context());
    }
    return send(method, root() + path, inBody ? LD_JSON : JSON, Buffer.buffer(body.toString()));
  }

  private ContextUse.Way way() {
    return target.context() == null ? ContextUse.Way.NONE : profile.context().send();
  }

  /**
   * Sends a request as it is, with the headers that all of them have.
   *
   * @param uri path and query, from the root of the host
   * @param type the media type of the body; null for none
   * @param body null for none
   */
  public Future<Answer> send(HttpMethod method, String uri, String type, Buffer body) {
    return send(method, uri, type, body, Map.of());
  }

  /**
   * The same with further headers, which go before those that all have.
   *
   * @param further an empty value is a header that is left out
   */
  public Future<Answer> send(
      HttpMethod method, String uri, String type, Buffer body, Map<String, String> further) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(method)
            .setHost(url.getHost())
            .setPort(port())
            .setURI(uri)
            .setTimeout(bounds.millis());
    if (target.tls() != null && target.tls().serverName() != null) {
      options.setServer(SocketAddress.inetSocketAddress(port(), url.getHost()));
      options.setHost(target.tls().serverName());
    }
    if (target.tenant() != null) {
      options.addHeader(broker.tenantHeader(), target.tenant());
    }
    target.headers().forEach(options::addHeader);
    options.addHeader("Accept", JSON);
    ContextUse.Way way = way();
    if (way == ContextUse.Way.LINK || (way == ContextUse.Way.BODY && !LD_JSON.equals(type))) {
      options.addHeader(
          "Link",
          "<%s>; rel=\"http://www.w3.org/ns/json-ld#context\"; type=\"application/ld+json\""
              .formatted(target.context()));
    }
    if (type != null) {
      options.addHeader("Content-Type", type);
    }
    for (Map.Entry<String, String> each : further.entrySet()) {
      if (each.getValue().isEmpty()) {
        options.getHeaders().remove(each.getKey());
      } else {
        options.putHeader(each.getKey(), each.getValue());
      }
    }
    // All of it on one event loop: on another thread a part of the body may have come already.
    Promise<Answer> answer = Promise.promise();
    context.runOnContext(
        now ->
            client
                .request(options)
                .onFailure(answer::tryFail)
                .onSuccess(request -> exchange(request, body, answer)));
    return answer.future();
  }

  /** The request's own timeout is one of silence, and a broker may never fall silent. */
  private void exchange(HttpClientRequest request, Buffer body, Promise<Answer> answer) {
    long deadline =
        vertx.setTimer(
            bounds.millis(),
            timer -> {
              answer.tryFail(
                  "its answer is not over within %d s".formatted(bounds.millis() / SECOND_MILLIS));
              request.reset();
            });
    answer.future().onComplete(over -> vertx.cancelTimer(deadline));
    (body == null ? request.send() : request.send(body))
        .onFailure(answer::tryFail)
        .onSuccess(response -> read(request, response, answer));
  }

  private int port() {
    return url.getPort() > 0 ? url.getPort() : url.getScheme().equals("https") ? 443 : 80;
  }

  private void read(
      HttpClientRequest request, HttpClientResponse response, Promise<Answer> answer) {
    boolean list = request.getMethod().equals(HttpMethod.GET);
    Buffer body = Buffer.buffer();
    long[] bytes = new long[1];
    response.exceptionHandler(answer::tryFail);
    response.handler(
        part -> {
          bytes[0] += part.length();
          if (bytes[0] > bounds.list()) {
            answer.tryFail("its answer is larger than %d bytes".formatted(bounds.list()));
            request.reset();
          } else if (list || bytes[0] <= bounds.kept()) {
            body.appendBuffer(part);
          }
        });
    response.endHandler(
        end ->
            answer.tryComplete(
                new Answer(
                    response.statusCode(),
                    response.getHeader("Location"),
                    response.getHeader(broker.countHeader()),
                    body.toString())));
  }

  /**
   * Sends a request and waits for the answer.
   *
   * @throws TargetException if no answer comes
   */
  public Answer ask(HttpMethod method, String path, ObjectNode body) throws TargetException {
    return answer(send(method, path, body));
  }

  /**
   * Waits for the answer to a request.
   *
   * @throws TargetException if no answer comes
   */
  public Answer answer(Future<Answer> sent) throws TargetException {
    try {
      return sent.toCompletionStage()
          .toCompletableFuture()
          .orTimeout(bounds.millis() + LONGEST_DELAY_MILLIS, TimeUnit.MILLISECONDS)
          .join();
    } catch (CompletionException e) {
      throw unreachable(e.getCause());
    }
  }

  /** Failure of a request that has no answer. */
  public TargetException unreachable(Throwable why) {
    return new TargetException(
        "%s does not answer: %s (target.url)".formatted(described(), said(why)));
  }

  private static String said(Throwable why) {
    return why.getMessage() == null ? why.getClass().getSimpleName() : why.getMessage();
  }
}
