/** Data from which the charts of a report are drawn. */
package io.fleetload.analysis.report.chart;
