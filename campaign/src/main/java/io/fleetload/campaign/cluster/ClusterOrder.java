// SPDX-License-Identifier: EPL-2.0
package io.fleetload.campaign.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A load test that the user wants to run.
 *
 * @param profile the profile's file
 * @param overrides of its keys, {@code KEY=VALUE} each
 * @param images the file with the images' names
 * @param manifests the folder with the manifests of the tools
 * @param pods the file with what their pods have on this cluster beside that, or null
 * @param shards parts of the device side
 * @param backends processes of the backend
 * @param patience the longest wait for pods and for books
 * @param labels the user's own words on the run
 * @param autoscaled whether nodes are added for pods that find none
 * @param newRegistry whether provisioning may write where no registry was before
 */
public record ClusterOrder(
    Path profile,
    List<String> overrides,
    Path images,
    Path manifests,
    Path pods,
    int shards,
    int backends,
    Duration patience,
    Map<String, String> labels,
    boolean autoscaled,
    boolean newRegistry) {

  /** The same with further overrides. */
  ClusterOrder with(List<String> more) {
    List<String> all = new ArrayList<>(overrides);
    all.addAll(more);
    return new ClusterOrder(
        profile,
        all,
        images,
        manifests,
        pods,
        shards,
        backends,
        patience,
        labels,
        autoscaled,
        newRegistry);
  }
}
