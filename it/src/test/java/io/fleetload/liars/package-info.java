// SPDX-License-Identifier: EPL-2.0
/**
 * Servers that lie: each tells one lie in a run and writes down what it did. The figure that names
 * the lie has to be that count, and no such run may be passed. docs/explanation/liars.md has the
 * table.
 */
package io.fleetload.liars;
