// SPDX-License-Identifier: EPL-2.0
package io.fleetload.analysis.limit.model;

/**
 * The figures of a {@link ResponseFit}: a time is base + slope ρ / (1 - ρ), with ρ = load /
 * capacity.
 *
 * @param base the time without load
 * @param slope how fast it grows
 * @param capacity the load at which it has no bound, in the unit of the load
 * @param residual the root mean square of the residuals of its logarithm
 */
public record ResponseCurve(double base, double slope, Estimate capacity, double residual) {}
