/** What the charts of a report are drawn from. */
package io.fleetload.analysis.report.chart;
