// SPDX-License-Identifier: EPL-2.0
package io.fleetload.pack.imports;

import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A form of load tests of another tool, which a pack makes profiles of.
 *
 * @param tool its name, for the user
 * @param input what it takes, in a few words
 * @param isOne whether an input is of this form
 * @param reading says of each part of the input what becomes of it
 */
public record ImportForm(
    String tool, String input, Predicate<Part> isOne, Consumer<ImportDraft> reading) {}
