// SPDX-License-Identifier: EPL-2.0
/**
 * The bodies of messages in the user's own words: texts with placeholders, read once and filled in
 * for each message, and the files of data that they take values from. All packs have this language;
 * a pack adds names of its own ({@link Known}) and places of its own ({@link Place}).
 */
package io.fleetload.body;
