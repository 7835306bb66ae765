// SPDX-License-Identifier: EPL-2.0
package io.fleetload.results.cost;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Load of the campaign's host in the measured phase, as parts of all its processors: 1 is all of
 * them all the time.
 *
 * @param processors how many it has
 * @param run what the run's own processes had: campaign, simulators, embedded target
 * @param others what went elsewhere: to other programs, to the kernel for no process in particular,
 *     and to other guests of the same machine; absent where it could not be read
 * @param othersPeak the most that others had in 10 s; absent in a shorter phase
 * @param maxOthers the limit on {@code others}; absent where it is not held to one, as where an
 *     external target is on this host: the target's own work is then in it
 * @param unknown why {@code others} is absent
 * @param reasons why the run says nothing about the target, in words; empty where nothing on this
 *     host hindered it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HostLoad(
    int processors,
    Double run,
    Double others,
    Double othersPeak,
    Double maxOthers,
    String unknown,
    List<String> reasons) {}
