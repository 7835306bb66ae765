/**
 * A result as one page for people: the last step of the data path. It reads the result as a tree,
 * so that a file of an older version becomes a page too, with fewer parts.
 */
package io.fleetload.analysis.report;
