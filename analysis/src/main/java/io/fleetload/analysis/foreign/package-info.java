/** Readers of the outputs of other load tools: after their run, before a comparison. */
package io.fleetload.analysis.foreign;
