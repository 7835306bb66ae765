// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster.access;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fleetload.process.TargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The rights that a user needs in the namespace of a load test. The release has the same list as a
 * Role, beside the manifests of the tools.
 */
public final class Rights {
  /**
   * Some verbs on a resource.
   *
   * @param group the API group; empty for the core
   * @param resource such as {@code pods/exec}
   */
  public record Right(String group, String resource, List<String> verbs) {
    /** The rule that gives it, as it is written in a Role. */
    String rule() {
      return "{ apiGroups: [\"%s\"], resources: [%s], verbs: [%s] }"
          .formatted(group, resource, String.join(", ", verbs));
    }
  }

  /** All that a whole load test asks for. */
  public static final List<Right> NEEDED =
      List.of(
          new Right("", "namespaces", List.of("get")),
          new Right(
              "",
              "configmaps",
              List.of("get", "list", "create", "patch", "delete", "deletecollection")),
          new Right("", "secrets", List.of("get", "list", "create", "deletecollection")),
          new Right("", "pods", List.of("get", "list", "watch", "delete", "deletecollection")),
          new Right("", "pods/log", List.of("get")),
          // Over a WebSocket it is a GET, and some servers ask for create as well.
          new Right("", "pods/exec", List.of("get", "create")),
          new Right("", "events", List.of("list")),
          new Right(
              "batch", "jobs", List.of("get", "list", "create", "delete", "deletecollection")));

  private static final String PAGE = "docs/how-to/cluster.md";

  private Rights() {}

  /**
   * Asks the cluster for each, before anything is started: the last of them is used after the load.
   *
   * @throws TargetException if one is missing, with the rules to add
   */
  public static void check(KubernetesClient client, String namespace) throws TargetException {
    List<Right> missing = new ArrayList<>();
    for (Right each : NEEDED) {
      List<String> verbs =
          each.verbs().stream().filter(verb -> !has(client, namespace, each, verb)).toList();
      if (!verbs.isEmpty()) {
        missing.add(new Right(each.group(), each.resource(), verbs));
      }
    }
    if (!missing.isEmpty()) {
      throw new TargetException(
          "add to your Role in namespace %s: %s; %s has the whole Role"
              .formatted(
                  namespace,
                  missing.stream().map(Right::rule).collect(Collectors.joining(", ")),
                  PAGE));
    }
  }

  private static boolean has(KubernetesClient client, String namespace, Right right, String verb) {
    String[] parts = right.resource().split("/");
    SelfSubjectAccessReview asked =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withNewResourceAttributes()
            .withNamespace(namespace)
            // The right to one namespace is enough, and is not that to all.
            .withName("namespaces".equals(right.resource()) ? namespace : null)
            .withGroup(right.group())
            .withResource(parts[0])
            .withSubresource(parts.length > 1 ? parts[1] : null)
            .withVerb(verb)
            .endResourceAttributes()
            .endSpec()
            .build();
    SelfSubjectAccessReview answer =
        client.authorization().v1().selfSubjectAccessReview().create(asked);
    // A cluster that gives no answer refuses by itself what it does not allow.
    return answer.getStatus() == null || Boolean.TRUE.equals(answer.getStatus().getAllowed());
  }
}
