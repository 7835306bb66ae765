// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fleetload.stamp.RunId;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;

/**
 * The owner of a run's objects, as labels and annotations on them.
 *
 * @param run the run's id
 * @param owner the user who started it and the host, such as {@code anna-laptop}
 * @param begun the time when it began
 */
record RunMarks(RunId run, String owner, Instant begun) {
  /** The label with the run's id, on every object of it. */
  static final String RUN = "fleetload/run";

  /** The label of the object by which a run has its target. */
  static final String CLAIM = "fleetload/claim";

  /** The label with the name of a pod's tool. */
  static final String TOOL = "app";

  private static final String OWNER = "fleetload/owner";
  private static final String BEGUN = "fleetload/begun";

  /** The annotation of a claim while the results of its run are still to be fetched. */
  static final String KEPT = "fleetload/results";

  /** The annotation of a claim with the last sign of life of the command that made it. */
  static final String HEARD = "fleetload/heard";

  /** Longest value of a label, in characters. */
  private static final int LONGEST_LABEL = 63;

  /**
   * Of a run that begins.
   *
   * @param user the user's name
   * @param host this host's
   */
  static RunMarks of(RunId run, String user, String host, Instant now) {
    String plain = (user + "-" + host).replaceAll("[^A-Za-z0-9.-]", "-");
    String cut = plain.substring(0, Math.min(plain.length(), LONGEST_LABEL));
    return new RunMarks(run, cut.replaceAll("^[^A-Za-z0-9]+|[^A-Za-z0-9]+$", ""), now);
  }

  /** Marks an object. */
  <T extends HasMetadata> T on(T object) {
    mark(object.getMetadata());
    object.getMetadata().getAnnotations().put(BEGUN, begun.toString());
    return object;
  }

  /** Marks what an object is a template of. */
  void mark(ObjectMeta metadata) {
    metadata.getLabels().put(RUN, run.toString());
    metadata.getLabels().put(OWNER, owner);
  }

  /**
   * Returns when the command was last heard that made a claim, by the cluster's clock; a claim is
   * the first sign of it.
   */
  static Instant heard(HasMetadata claim) {
    Map<String, String> annotations = claim.getMetadata().getAnnotations();
    String heard = annotations == null ? null : annotations.get(HEARD);
    String made = claim.getMetadata().getCreationTimestamp();
    try {
      return Instant.parse(heard != null ? heard : made == null ? "" : made);
    } catch (DateTimeParseException e) {
      return Instant.EPOCH;
    }
  }

  /** Returns whether a run is over and only its results are still to be fetched. */
  static boolean isKept(HasMetadata claim) {
    Map<String, String> annotations = claim.getMetadata().getAnnotations();
    return annotations != null && annotations.containsKey(KEPT);
  }

  /** The id of the run that an object is of. */
  static String runOf(HasMetadata object) {
    return label(object, RUN);
  }

  /** Describes an object for a reader: its run, the owner and the begin. */
  static String described(HasMetadata object) {
    Map<String, String> annotations = object.getMetadata().getAnnotations();
    String begun = annotations == null ? null : annotations.get(BEGUN);
    return "run %s of %s, begun %s"
        .formatted(
            runOf(object), label(object, OWNER), begun == null ? "at an unknown time" : begun);
  }

  private static String label(HasMetadata object, String name) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return labels == null ? "?" : labels.getOrDefault(name, "?");
  }
}
