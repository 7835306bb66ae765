// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.size;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fleetload.analysis.limit.model.Estimate;

/**
 * The need of one part of a target for a load.
 *
 * @param processors processors that it keeps busy, without headroom; absent where it is not known
 * @param secondsPerMillion processor time for a million messages more, in s; absent likewise
 * @param memoryMb memory, in MB; absent where it is not known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PartSize(Estimate processors, Double secondsPerMillion, Estimate memoryMb) {}
