// Lets a reader go through the charts by keys. Each takes the focus as a slider over its places, such
// as its seconds, and says in words what is drawn at the place.
(() => {
  'use strict';
  const places = new WeakMap();
  const chartAt = node => node && node.matches && node.matches('canvas[data-chart]') ? Chart.getChart(node) : null;
  const wordsOf = canvas => canvas.closest('figure').querySelector('output');

  // What is drawn at each place along the axis. A line that stays where it is, such as a bound, is in
  // the legend.
  function stops(chart) {
    const wanted = chart.options.plugins.tooltip.filter || (() => true);
    const found = new Map();
    chart.data.datasets.forEach((dataset, datasetIndex) => {
      if (dataset.still || !wanted({ dataset })) return;
      const { controller, iScale, vScale } = chart.getDatasetMeta(datasetIndex);
      dataset.data.forEach((_, index) => {
        const parsed = controller.getParsed(index);
        if (!Number.isFinite(parsed[vScale.axis])) return;
        const at = parsed[iScale.axis];
        found.set(at, [...(found.get(at) || []), { datasetIndex, index }]);
      });
    });
    return [...found].sort(([a], [b]) => a - b).map(([, each]) => each);
  }

  function point(chart, active) {
    const first = active.map(({ datasetIndex, index }) => chart.getDatasetMeta(datasetIndex).data[index])[0];
    chart.setActiveElements(active);
    chart.tooltip.setActiveElements(active, first ? { x: first.x, y: first.y } : { x: 0, y: 0 });
    chart.update('none');
  }

  function show(canvas, wanted) {
    const chart = chartAt(canvas);
    const all = stops(chart);
    if (!all.length) return;
    const place = Math.max(0, Math.min(all.length - 1, wanted(places.get(canvas) || 0, all.length)));
    places.set(canvas, place);
    point(chart, all[place]);
    const { title, body } = chart.tooltip;
    const values = body.flatMap(each => each.lines).map(each => each.trim());
    const words = (title.join(' ') + ': ' + values.join(', ')).replace(/\s+/g, ' ');
    canvas.setAttribute('aria-valuemax', String(all.length - 1));
    canvas.setAttribute('aria-valuenow', String(place));
    canvas.setAttribute('aria-valuetext', words);
    wordsOf(canvas).textContent = words;
  }

  function forget(canvas) {
    point(chartAt(canvas), []);
    wordsOf(canvas).textContent = '';
  }

  const tenth = many => Math.max(1, Math.round(many / 10));
  const KEYS = {
    ArrowRight: at => at + 1, ArrowUp: at => at + 1, ArrowLeft: at => at - 1, ArrowDown: at => at - 1,
    PageUp: (at, many) => at + tenth(many), PageDown: (at, many) => at - tenth(many),
    Home: () => 0, End: (at, many) => many - 1,
  };

  addEventListener('keydown', event => {
    const wanted = KEYS[event.key];
    if (!wanted || event.ctrlKey || event.altKey || event.metaKey || !chartAt(event.target)) return;
    event.preventDefault();
    show(event.target, wanted);
  });
  addEventListener('focusin', event => {
    // A click gives the focus too, and its reader sees what the pointer is at.
    if (chartAt(event.target) && event.target.matches(':focus-visible')) show(event.target, at => at);
  });
  addEventListener('focusout', event => {
    if (chartAt(event.target)) forget(event.target);
  });

  function offer() {
    for (const canvas of document.querySelectorAll('canvas[data-chart]:not([tabindex])')) {
      for (const [name, value] of Object.entries({
        'tabindex': '0', 'role': 'slider', 'aria-valuemin': '0', 'aria-valuemax': '0', 'aria-valuenow': '0',
        'aria-valuetext': 'use the arrow keys, Home and End',
      })) canvas.setAttribute(name, value);
    }
  }

  offer();
  addEventListener('newdata', () => {
    offer();
    const canvas = document.activeElement;
    if (chartAt(canvas) && wordsOf(canvas).textContent) show(canvas, at => at);
  });
})();
