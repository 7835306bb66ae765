// SPDX-License-Identifier: EPL-2.0
package io.fleetload.hono.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fleetload.hono.profile.ManagementApi;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Requests to the management API of Hono's device registry, version 1. What fails for a moment (no
 * connection, 429, 502, 503, 504) is asked three times, 0.2 s and 0.8 s apart.
 */
public final class ManagementClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);
  private static final long[] PAUSES_MILLIS = {200, 800};

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build();

  private final String base;
  private final String authorization;

  /**
   * An answer.
   *
   * @param status its status
   * @param body its text
   * @param version what a change has to name, so that it overwrites no other change
   */
  record Answer(int status, String body, Optional<String> version) {}

  /** Of a registry. */
  public ManagementClient(ManagementApi api) {
    this.base = api.url().replaceAll("/+$", "");
    this.authorization =
        api.user() == null
            ? null
            : "Basic "
                + Base64.getEncoder()
                    .encodeToString(
                        (api.user() + ":" + api.password()).getBytes(StandardCharsets.UTF_8));
  }

  /** Place of the registry, for a message. */
  public String place() {
    return "the device registry at " + base;
  }

  CompletableFuture<Answer> get(String path) {
    return ask(request("GET", path, null), 0);
  }

  /** Answered with 409 where it is there already. */
  CompletableFuture<Answer> post(String path, Object body) {
    return ask(request("POST", path, body), 0);
  }

  /** Refused if something of another version is there. */
  CompletableFuture<Answer> put(String path, Object body, Optional<String> version) {
    HttpRequest.Builder request = request("PUT", path, body);
    version.ifPresent(value -> request.header("If-Match", value));
    return ask(request, 0);
  }

  CompletableFuture<Answer> delete(String path) {
    return ask(request("DELETE", path, null), 0);
  }

  private CompletableFuture<Answer> ask(HttpRequest.Builder request, int repetition) {
    return client
        .sendAsync(request.build(), BodyHandlers.ofString())
        .handle(Attempt::new)
        .thenCompose(
            attempt -> {
              if (attempt.mayPass() && repetition < PAUSES_MILLIS.length) {
                return CompletableFuture.runAsync(() -> {}, after(PAUSES_MILLIS[repetition]))
                    .thenCompose(nothing -> ask(request, repetition + 1));
              }
              return attempt.failure() != null
                  ? CompletableFuture.<Answer>failedFuture(
                      ManagementFault.unreachable(place(), cause(attempt.failure())))
                  : answer(attempt.response());
            });
  }

  private record Attempt(HttpResponse<String> response, Throwable failure) {
    boolean mayPass() {
      return failure == null
          ? PASSING.contains(response.statusCode())
          : cause(failure) instanceof IOException;
    }
  }

  private CompletableFuture<Answer> answer(HttpResponse<String> response) {
    int status = response.statusCode();
    boolean fits =
        switch (response.request().method()) {
          case "GET", "DELETE" -> status == 404;
          case "POST" -> status == 409;
          default -> false;
        };
    return fits || status / 100 == 2
        ? CompletableFuture.completedFuture(
            new Answer(status, response.body(), response.headers().firstValue("ETag")))
        : CompletableFuture.failedFuture(ManagementFault.refused(place(), response));
  }

  private static Executor after(long millis) {
    return CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
  }

  static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  private HttpRequest.Builder request(String method, String path, Object body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + "/v1/" + path))
            .timeout(ANSWER)
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(text(body)));
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    return request;
  }

  private static String text(Object body) {
    try {
      return JSON.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("what comes from a profile is always JSON", e);
    }
  }
}
