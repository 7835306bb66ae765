// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pack;

import java.util.List;

/**
 * A part of the system under test that a profile may disturb by name, and its names in each place
 * where the system runs.
 *
 * @param name the name that profiles have
 * @param embedded its names in the system that is started for the run; empty if it cannot be ended
 *     there
 * @param compose its services of Docker Compose; empty if it has no service
 * @param labels labels of its pods in Kubernetes, as a selector; null if it has no pods there
 */
public record TargetPart(String name, List<String> embedded, List<String> compose, String labels) {}
