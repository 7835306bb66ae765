// SPDX-License-Identifier: EPL-2.0
/** A result in the forms that other programs read: a build server, a table, a pull request. */
package io.fleetload.analysis.export;
