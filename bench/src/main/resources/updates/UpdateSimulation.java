// SPDX-License-Identifier: EPL-2.0
import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;
import java.util.concurrent.ThreadLocalRandom;

/** Gatling: each user updates three attributes of one of 100 entities, again and again. */
public class UpdateSimulation extends Simulation {
  public UpdateSimulation() {
    setUp(
            scenario("update")
                .forever()
                .on(
                    exec(
                        http("update")
                            .post(session -> path())
                            .body(StringBody(session -> body()))
                            .check(status().is(204))))
                .injectOpen(atOnceUsers(Integer.getInteger("users"))))
        .protocols(
            http.baseUrl(System.getProperty("base"))
                .contentTypeHeader("application/json")
                .acceptHeader("application/ld+json")
                .header(
                    "Link",
                    "<http://127.0.0.1/context.jsonld>;"
                        + " rel=\"http://www.w3.org/ns/json-ld#context\";"
                        + " type=\"application/ld+json\""));
  }

  private static String path() {
    return "/ngsi-ld/v1/entities/urn:ngsi-ld:store:fl-"
        + ThreadLocalRandom.current().nextInt(100)
        + "/attrs";
  }

  private static String body() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return "{\"temperature\":{\"type\":\"Property\",\"value\":"
        + (random.nextInt(500) / 10.0 - 10)
        + "},\"humidity\":{\"type\":\"Property\",\"value\":"
        + random.nextInt(1000) / 1000.0
        + "},\"senttime\":{\"type\":\"Property\",\"value\":\""
        + System.currentTimeMillis()
        + "000000\"}}";
  }
}
