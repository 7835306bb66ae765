// SPDX-License-Identifier: EPL-2.0
/**
 * What requests say: bodies, paths and headers with placeholders, read once and written for each
 * message, and the files of data that they take values from.
 */
package io.fleetload.ngsi.template;
