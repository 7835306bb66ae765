/**
 * The runs of one profile and target in the order of time: the course of each figure, and where its
 * level changed.
 */
package io.fleetload.analysis.history;
