// SPDX-License-Identifier: EPL-2.0
package io.fleetload.calibration.script;

/**
 * Something that happens to every so-manieth message.
 *
 * @param every how many messages there are from one to the next
 * @param first the number of the first one
 * @param what what happens
 */
public record Rule<T>(int every, int first, T what) {
  boolean names(int n) {
    return n % every == first;
  }
}
