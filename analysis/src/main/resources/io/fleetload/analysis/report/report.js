// Draws the charts from the data block. What a chart says of the whole run also stands in a table;
// the figures of each second are in result.json. Without scripts the page lacks the drawings alone.
(() => {
  'use strict';
  const root = document.documentElement;
  let data = JSON.parse(document.getElementById('data').textContent);
  const LEG_COLOURS = 8;
  let charts = [];

  const paper = () => root.classList.contains('paper');
  const colour = name => getComputedStyle(root).getPropertyValue('--' + name).trim();
  const flowColour = index => colour('f' + index % 8);
  const fade = (hex, share) => hex + Math.round(share * 255).toString(16).padStart(2, '0');
  const points = (ys, xs = data.x) => ys.map((y, i) => ({ x: xs[i], y }));
  const pairs = curve => curve.map(([x, y]) => ({ x, y }));
  const millis = value => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
  const number = value => value.toLocaleString('en-US', { maximumFractionDigits: 3 });

  // --- axes

  const two = value => String(value).padStart(2, '0');
  const clock = seconds => {
    const s = Math.round(seconds);
    return s >= 3600
      ? Math.floor(s / 3600) + ':' + two(Math.floor(s % 3600 / 60)) + ':' + two(s % 60)
      : Math.floor(s / 60) + ':' + two(s % 60);
  };
  const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400];

  const axis = (more = {}) => ({
    border: { color: colour('rule') },
    grid: { color: colour('grid'), tickColor: colour('rule') },
    ticks: { color: colour('soft'), font: { size: 11 }, maxRotation: 0, autoSkip: false },
    ...more,
  });
  const time = ({ seconds } = data, since = 'the first message was due') => axis({
    type: 'linear', min: 0, max: seconds,
    title: { display: true, text: (seconds >= 3600 ? 'h:min:s' : 'min:s') + ' since ' + since, color: colour('soft'), font: { size: 11 } },
    afterBuildTicks: scale => {
      const step = STEPS.find(each => seconds / each <= 8) || 86400;
      scale.ticks = [];
      for (let at = 0; at <= seconds; at += step) scale.ticks.push({ value: at });
    },
    ticks: { ...axis().ticks, callback: clock },
  });
  const from0 = () => axis({
    min: 0, grace: '8%', type: 'linear',
    ticks: { ...axis().ticks, autoSkip: true, maxTicksLimit: 6, callback: number },
  });
  // 1, 10, 100 … and, where that would be fewer than three lines, 2 and 5 between them.
  const log = (min, max, decimals) => axis({
    type: 'logarithmic', min, max,
    afterBuildTicks: scale => {
      const decades = Math.log10(max / min);
      const between = decades > 3.5 ? [1] : decades > 1 ? [1, 3] : [1, 2, 5];
      scale.ticks = [];
      for (let e = Math.floor(Math.log10(min)); e <= Math.ceil(Math.log10(max)); e++) {
        for (const each of between) {
          const value = each * 10 ** e;
          if (value >= min * 0.999 && value <= max * 1.001) scale.ticks.push({ value });
        }
      }
    },
    ticks: { ...axis().ticks, callback: number },
  });
  const shares = max => axis({
    type: 'logarithmic', min: 1, max,
    afterBuildTicks: scale => {
      scale.ticks = [1, 2, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8].filter(x => x <= max * 1.001).map(value => ({ value }));
    },
    ticks: { ...axis().ticks, callback: x => x === 1 ? '' : x === 2 ? '50 %' : share(x) + ' %' },
  });
  // 1 / (1 - p) as the percentile in words: 1000 is 99.9.
  const share = x => {
    const digits = Math.max(0, Math.ceil(Math.log10(x)) - 2);
    return (100 - 100 / x).toFixed(digits);
  };
  // A range that begins and ends at 1, 2 or 5 times a power of ten, so that ticks meet its ends.
  const range = values => {
    const real = values.filter(value => value > 0);
    if (!real.length) return [0.1, 10];
    const low = real.reduce((a, b) => Math.min(a, b)), high = real.reduce((a, b) => Math.max(a, b));
    const down = value => Math.max(...[1, 2, 5].map(m => m * 10 ** Math.floor(Math.log10(value / m))));
    const up = value => Math.min(...[1, 2, 5].map(m => m * 10 ** Math.ceil(Math.log10(value / m))));
    return [down(low), Math.max(up(high), down(low) * 10)];
  };

  // --- what stands behind the lines: the phases around the measured one

  // These begin with the first attempt to connect.
  const OF_SESSIONS = ['sessions', 'attempts'];
  const sinceConnecting = () => time(data.sessions, 'the first attempt to connect');

  const phases = {
    id: 'phases',
    beforeDraw(chart, args, options) {
      if (!options.on) return;
      const { ctx, chartArea: area, scales: { x } } = chart;
      ctx.save();
      ctx.font = '11px ' + Chart.defaults.font.family;
      ctx.textBaseline = 'bottom';
      let free = -Infinity;
      for (const phase of OF_SESSIONS.includes(chart.canvas.dataset.chart) ? data.sessions.phases : data.phases) {
        const left = Math.max(area.left, x.getPixelForValue(phase.from));
        const right = Math.min(area.right, x.getPixelForValue(phase.to));
        if (right <= left) continue;
        if (phase.name !== 'measure') {
          ctx.fillStyle = colour(phase.name.startsWith('disturb ') ? 'void-paper' : 'shade');
          ctx.fillRect(left, area.top, right - left, area.bottom - area.top);
        }
        ctx.strokeStyle = colour('paper');
        ctx.strokeRect(left, area.top, 0, area.bottom - area.top);
        if (ctx.measureText(phase.name).width + 4 <= right - left && left >= free) {
          ctx.fillStyle = colour('soft');
          ctx.fillText(phase.name, left + 2, area.top - 2);
          free = left + ctx.measureText(phase.name).width + 6;
        }
      }
      ctx.restore();
    },
  };

  // Of a history: a line across the chart at each change point, a bar for each interval.
  const changePoints = {
    id: 'changes',
    beforeDatasetsDraw(chart, args, options) {
      if (!options.at) return;
      const { ctx, chartArea: area, scales: { x, y } } = chart;
      const inside = value => Math.min(area.bottom, Math.max(area.top, y.getPixelForValue(value)));
      ctx.save();
      ctx.setLineDash([3, 3]);
      ctx.lineWidth = 1.4;
      for (const { at, word } of options.at) {
        ctx.strokeStyle = colour(word === 'worse' ? 'bad' : 'good');
        ctx.beginPath();
        ctx.moveTo(x.getPixelForValue(at), area.top);
        ctx.lineTo(x.getPixelForValue(at), area.bottom);
        ctx.stroke();
      }
      ctx.setLineDash([]);
      ctx.strokeStyle = fade(colour('soft'), 0.55);
      ctx.lineWidth = options.values.length > 300 ? 1 : 3;
      (options.low || []).forEach((low, i) => {
        const value = options.values[i], high = options.high[i];
        if (value == null || (low == null && high == null)) return;
        ctx.beginPath();
        ctx.moveTo(x.getPixelForValue(i), inside(low == null ? value : low));
        ctx.lineTo(x.getPixelForValue(i), inside(high == null ? value : high));
        ctx.stroke();
      });
      ctx.restore();
    },
  };

  // --- charts

  const line = (label, points, stroke, more = {}) => ({
    label, data: points, borderColor: stroke, backgroundColor: stroke, borderWidth: 1.6,
    // A second between two seconds without a value is a point, or it would not be seen.
    pointRadius: c => {
      const at = i => c.dataset.data[i] && c.dataset.data[i].y;
      return at(c.dataIndex) != null && at(c.dataIndex - 1) == null && at(c.dataIndex + 1) == null ? 1.3 : 0;
    },
    pointHoverRadius: 3, borderJoinStyle: 'round', tension: 0, ...more,
  });
  // A dashed line in the colour of what it limits; nothing where there is no limit.
  const limit = (label, most, hue) => most == null ? [] : [
    line(label, [{ x: 0, y: most }, { x: data.seconds, y: most }], colour(hue), { borderDash: [6, 4], borderWidth: 1.3, still: true }),
  ];
  const options = (x, y, withPhases, title, unit) => ({
    responsive: !paper(), maintainAspectRatio: false, animation: false, parsing: false, normalized: true,
    interaction: { mode: 'index', intersect: false },
    layout: { padding: { top: withPhases ? 14 : 6, right: 12 } },
    scales: { x, y },
    plugins: {
      legend: { display: false }, phases: { on: withPhases },
      tooltip: {
        animation: false, callbacks: {
          title: items => items.length ? title(items[0].parsed.x) : '',
          label: item => item.parsed.y == null ? null : ' ' + item.dataset.label + ': ' + (unit === 'ms' ? millis : number)(item.parsed.y) + ' ' + unit,
        },
      },
    },
  });

  // Counts by cause over stretches of time, one upon the other.
  const stacked = (causes, width, x, unit) => {
    const xs = causes[0].counts.map((_, i) => (i + 0.5) * width);
    const set = options(x, from0(), true, clock, unit);
    set.scales.x.stacked = true;
    set.scales.x.offset = false;
    set.scales.x.grid.offset = false;
    set.scales.y.stacked = true;
    set.interaction = { mode: 'x', intersect: false };
    return {
      type: 'bar',
      data: { datasets: causes.map((cause, i) => ({
        label: cause.name, data: points(cause.counts.map(each => each || null), xs), backgroundColor: colour('k' + i % LEG_COLOURS),
        barThickness: 'flex', barPercentage: 1, categoryPercentage: 1,
      })) },
      options: set,
    };
  };

  // A run or a probe by its verdict.
  const MARKS = { held: 'circle', crossed: 'crossRot', none: 'triangle' };
  const COLOURS = { held: 'good', crossed: 'bad', none: 'void' };

  const all = pick => data.flows.flatMap(pick);
  const kinds = {
    asked(index) {
      const flow = data.flows[index];
      return {
        type: 'line',
        data: { datasets: [
          // The first stands above the second; the wide one shows on both sides of the narrow one.
          line('reached', points(flow.sent), flowColour(index), { borderWidth: 1.3 }),
          line('asked', points(flow.due), colour('asked'), { borderWidth: 4.5 }),
        ] },
        options: options(time(), from0(), true, clock, 'msg/s'),
      };
    },
    // Two plots over one axis of time: the rates above, the response time below.
    course() {
      const { asked, reached, flow, place, p99, bound } = data.course;
      const sets = [
        line('reached', points(reached), colour('ink'), { yAxisID: 'rate', borderWidth: 1.3 }),
        line('asked', points(asked), colour('asked'), { yAxisID: 'rate', borderWidth: 4.5 }),
      ];
      const named = text => ({ display: true, text, color: colour('soft'), font: { size: 11 } });
      const scales = { x: time(), rate: { ...from0(), title: named('msg/s'), position: 'left', axis: 'y', stack: 'all', stackWeight: 1 } };
      if (p99) {
        const [low, high] = range(bound ? [...p99, bound * 1.2] : p99);
        sets.push(line('p99 of ' + flow, points(p99.map(y => y == null ? null : Math.max(y, low))), flowColour(place), { yAxisID: 'ms', borderWidth: p99.length > 300 ? 1 : 1.5 }));
        if (bound) sets.push(...limit('bound', bound, 'bad').map(each => ({ ...each, yAxisID: 'ms' })));
        // The first one is the lower one.
        const below = log(low, high);
        scales.ms = { ...below, title: named('p99, ms'), position: 'left', axis: 'y', stack: 'all', stackWeight: 1,
          // At its upper end is the 0 of the other plot.
          afterBuildTicks: scale => {
            below.afterBuildTicks(scale);
            scale.ticks = scale.ticks.filter(({ value }) => value < high * 0.999);
          },
        };
      }
      const set = options(scales.x, scales.rate, true, clock, '');
      set.scales = p99 ? { x: scales.x, ms: scales.ms, rate: scales.rate } : { x: scales.x, rate: scales.rate };
      set.plugins.tooltip.callbacks.label = item => item.parsed.y == null ? null
        : ' ' + item.dataset.label + ': ' + (item.dataset.yAxisID === 'ms' ? millis(item.parsed.y) + ' ms' : number(item.parsed.y) + ' msg/s');
      return { type: 'line', data: { datasets: sets }, options: set };
    },
    bands(index) {
      const { p50, p90, p99, max } = data.flows[index].response;
      const stroke = flowColour(index);
      const clear = { borderWidth: 0 };
      const [low, high] = range(all(f => f.response ? [...f.response.p50, ...f.response.max] : []));
      const safe = ys => points(ys.map(y => y == null ? null : Math.max(y, low)));
      return {
        type: 'line',
        data: { datasets: [
          line('p50', safe(p50), stroke, { borderWidth: 1.8 }),
          line('p90', safe(p90), stroke, { ...clear, fill: '-1', backgroundColor: fade(stroke, 0.5) }),
          line('p99', safe(p99), stroke, { ...clear, fill: '-1', backgroundColor: fade(stroke, 0.22) }),
          line('max', safe(max), fade(stroke, 0.75), { borderWidth: 0.8 }),
        ] },
        options: options(time(), log(low, high), true, clock, 'ms'),
      };
    },
    curve(index) {
      const { response, service } = data.flows[index].curve;
      const whole = all(f => [...f.curve.response, ...f.curve.service]);
      // The fastest few say little and would take half of the axis; their line leaves the chart below.
      const [low, high] = range(whole.filter(point => point[0] > 1.1).map(point => point[1]));
      const last = whole.reduce((most, point) => Math.max(most, point[0]), 10);
      const safe = curve => pairs(curve).map(({ x, y }) => ({ x, y: Math.max(y, low / 100) }));
      const set = options(shares(last), log(low, high), false, x => share(x) + ' %', 'ms');
      set.interaction = { mode: 'nearest', axis: 'x', intersect: false };
      return {
        type: 'line',
        data: { datasets: [
          line('service', safe(service), flowColour(index), { borderDash: [5, 4], borderWidth: 1.3 }),
          line('response', safe(response), flowColour(index), { borderWidth: 1.8 }),
        ] },
        options: set,
      };
    },
    legs() {
      const parts = data.legs.filter(leg => leg.name !== 'whole');
      const whole = data.legs.find(leg => leg.name === 'whole');
      const labels = ['mean: legs', 'mean: whole', 'p99: legs', 'p99: whole'];
      const bar = (label, values, fill) => ({
        label, data: values, backgroundColor: fill, borderColor: colour('paper'), borderWidth: { right: 1 },
        barPercentage: 0.82, categoryPercentage: 0.9,
      });
      const sets = parts.map((leg, i) => bar(leg.name, [leg.mean, null, leg.p99, null], colour('k' + i % LEG_COLOURS)));
      if (whole) sets.push(bar('whole', [null, whole.mean, null, whole.p99], colour('whole')));
      return {
        type: 'bar',
        data: { labels, datasets: sets },
        options: {
          indexAxis: 'y', responsive: !paper(), maintainAspectRatio: false, animation: false,
          scales: {
            x: axis({ stacked: true, beginAtZero: true, ticks: { ...axis().ticks, autoSkip: true, callback: number } }),
            y: axis({ stacked: true, grid: { display: false }, ticks: { ...axis().ticks, color: colour('ink') } }),
          },
          plugins: {
            legend: { display: false },
            tooltip: { animation: false, callbacks: { label: item => ' ' + item.dataset.label + ': ' + number(item.parsed.x) + ' ms' } },
          },
        },
      };
    },
    errors() {
      return stacked(data.errors.causes, data.errors.width, time(), 'msg');
    },
    sessions() {
      const { open, asked, seconds, x } = data.sessions;
      return {
        type: 'line',
        data: { datasets: [
          line('open', points(open, x), flowColour(0), { borderWidth: 1.6 }),
          line('asked', [{ x: 0, y: asked }, { x: seconds, y: asked }], colour('asked'), { borderWidth: 4.5, still: true }),
        ] },
        options: options(sinceConnecting(), from0(), true, clock, 'sessions'),
      };
    },
    attempts() {
      return stacked(data.sessions.failed, data.sessions.width, sinceConnecting(), 'attempts');
    },
    lag() {
      const { lagP99Ms, lagMaxMs, loopDelayMaxMs, limits } = data.generator;
      // A limit that nothing comes near would press all lines to the ground of a linear axis.
      const shown = [lagP99Ms || [], lagMaxMs, loopDelayMaxMs || []].flat().filter(each => each > 0);
      const bounds = [lagP99Ms && limits.lagMs, loopDelayMaxMs && limits.pauseMs].filter(each => each);
      const [low, high] = range([...shown.map(each => Math.max(each, 0.1)), ...bounds]);
      const safe = ys => points(ys.map(y => y == null ? null : Math.max(y, low)));
      const sets = [line('largest lag', safe(lagMaxMs), fade(colour('f0'), 0.75), { borderWidth: 0.8 })];
      if (lagP99Ms) {
        sets.push(line('lag p99', safe(lagP99Ms), colour('f0')), ...limit('limit of lag p99', limits.lagMs, 'f0'));
      }
      if (loopDelayMaxMs) {
        sets.push(line('largest loop delay', safe(loopDelayMaxMs), colour('f1')), ...limit('limit of a standstill', limits.pauseMs, 'f1'));
      }
      return { type: 'line', data: { datasets: sets }, options: options(time(), log(low, high), true, clock, 'ms') };
    },
    cpu() {
      const { limits } = data.generator;
      const sets = [
        ['the process', 'cpu', 'f7'], ['its thread', 'threadCpu', 'f0', limits.thread], ['taken by others', 'stolen', 'f1', limits.stolen],
      ].filter(([, key]) => data.generator[key]).flatMap(([name, key, hue, most]) =>
        [line(name, points(data.generator[key]), colour(hue)), ...limit('limit of: ' + name, most, hue)]);
      return { type: 'line', data: { datasets: sets }, options: options(time(), from0(), true, clock, '') };
    },
    // A line goes through the median of each load's probes; each probe is a mark by itself.
    limit() {
      const loads = [...new Set(data.probes.map(each => each.load))].sort((a, b) => a - b);
      const median = values => {
        const sorted = values.sort((a, b) => a - b), half = sorted.length >> 1;
        return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
      };
      const through = key => loads.map(x => ({ x, y: median(data.probes.filter(each => each.load === x).map(each => each[key])) }));
      // Those of the median are small and hollow, so that the eye takes them for no p99.
      const marks = (key, radius) => line(key, data.probes.map(each => ({ x: each.load, y: each[key] })), colour('ink'), {
        showLine: false, pointRadius: radius, pointHoverRadius: radius + 1, pointBorderWidth: radius > 4 ? 2 : 1.3,
        pointStyle: data.probes.map(each => MARKS[each.verdict]),
        pointBorderColor: data.probes.map(each => colour(COLOURS[each.verdict])),
        pointBackgroundColor: data.probes.map(each => radius > 4 ? colour(COLOURS[each.verdict]) : 'transparent'),
      });
      const plain = { pointRadius: 0, pointHoverRadius: 0 };
      const sets = [
        marks('p99', 5), marks('p50', 3),
        line('p99, median of the load', through('p99'), flowColour(0), plain),
        line('p50, median of the load', through('p50'), flowColour(0), { ...plain, borderDash: [5, 4], borderWidth: 1.3 }),
      ];
      if (data.model) {
        const of = key => data.model.map(each => ({ x: each.load, y: each[key] }));
        sets.push(
          line('p99 of the model', of('p99'), colour('f1'), { ...plain, borderWidth: 1.3 }),
          line('95 %, lower end', of('low'), 'transparent', plain),
          line('95 %, upper end', of('high'), 'transparent', { ...plain, fill: '-1', backgroundColor: fade(colour('f1'), 0.15) }));
      }
      if (data.knee) {
        sets.unshift(line('knee', [{ x: data.knee.load, y: data.knee.p99 }], colour('f1'), {
          showLine: false, pointStyle: 'rectRot', pointRadius: 10, pointHoverRadius: 10, backgroundColor: 'transparent', pointBorderWidth: 2,
        }));
      }
      const first = Math.min(...loads), last = Math.max(...loads), room = (last - first || first || 1) * 0.06;
      const named = text => ({ display: true, text, color: colour('soft'), font: { size: 11 } });
      for (const most of data.bounds || []) {
        sets.push(line('bound', [{ x: first - room, y: most }, { x: last + room, y: most }], colour('bad'), { ...plain, borderDash: [6, 4], borderWidth: 1.3, still: true }));
      }
      const [low, high] = range([...data.probes.flatMap(each => [each.p50 * 0.9, each.p99]), ...(data.bounds || [])]);
      const x = axis({
        type: 'linear', min: first - room, max: last + room, title: named('asked, ' + data.unit),
        afterBuildTicks: scale => { scale.ticks = scale.ticks.filter(({ value }) => value >= first - 1e-9 && value <= last + 1e-9); },
        ticks: { ...axis().ticks, autoSkip: true, maxTicksLimit: 8, callback: number },
      });
      const set = options(x, { ...log(low, high), title: named('response time, ms') }, false, x => number(x) + ' ' + data.unit, 'ms');
      set.plugins.changes = {
        at: [{ at: data.held, word: 'better' }, { at: data.crossed, word: 'worse' }].filter(each => each.at != null), values: [],
      };
      set.normalized = false;
      set.interaction = { mode: 'nearest', axis: 'x', intersect: false };
      return { type: 'line', data: { datasets: sets }, options: set };
    },
    // A line goes through the runs that are a verdict on the target; every run is a mark.
    series(index) {
      const { key, unit, numbers, runs, charts } = data.series;
      const { lines, unit: yUnit, ofRates } = charts[index];
      const order = runs.map((_, i) => i).sort((a, b) => runs[a].x - runs[b].x);
      const judged = i => runs[i].mark !== 'none';
      const plain = { pointRadius: 0, pointHoverRadius: 0 };
      const sets = [];
      lines.forEach(({ name, bound, values }, place) => {
        const at = chosen => chosen.map(i => ({ x: runs[i].x, y: values[i] == null ? null : values[i] }));
        if (bound) {
          sets.push(line('bound: ' + name, at(order), colour('ink'), { ...plain, borderDash: [6, 4], borderWidth: 1.3 }));
          return;
        }
        if (ofRates && place === 0) {
          sets.push(line(name, at(order), colour('asked'), { ...plain, borderWidth: 4.5 }));
          return;
        }
        sets.unshift(
          line(name, at(order), flowColour(place), {
            showLine: false, pointRadius: 5, pointHoverRadius: 6, pointBorderWidth: 2,
            pointStyle: order.map(i => MARKS[runs[i].mark]),
            pointBorderColor: order.map(i => colour(COLOURS[runs[i].mark])),
            // Hollow, so that the eye takes it for no point of the curve.
            pointBackgroundColor: order.map(i => judged(i) ? colour(COLOURS[runs[i].mark]) : 'transparent'),
          }),
          line('', at(order.filter(judged)), flowColour(place), { ...plain, spanGaps: true }));
      });
      const shown = lines.flatMap(each => each.values).filter(each => each != null);
      const logarithmic = yUnit === 'ms' && shown.every(each => each > 0);
      const xs = runs.map(each => each.x), low = Math.min(...xs), high = Math.max(...xs);
      const room = (high - low || 1) * 0.06;
      const x = axis({
        type: 'linear', min: low - room, max: high + room,
        title: { display: true, text: key + (unit ? ', ' + unit : ''), color: colour('soft'), font: { size: 11 } },
        ticks: {
          ...axis().ticks, autoSkip: numbers, maxTicksLimit: 8,
          callback: value => numbers ? number(value) : (runs.find(each => each.x === value) || { value: '' }).value,
        },
        // A tick at each category; of numbers at round ones between the first and the last.
        afterBuildTicks: scale => {
          scale.ticks = numbers ? scale.ticks.filter(({ value }) => value >= low - 1e-9 && value <= high + 1e-9) : xs.map(value => ({ value }));
        },
      });
      const valueAt = at => (runs.find(each => each.x === at) || { value: number(at) }).value;
      const set = options(x, logarithmic ? log(...range(shown)) : from0(), false, at => key + ' ' + valueAt(at), yUnit);
      set.normalized = false;
      set.interaction = { mode: 'nearest', axis: 'x', intersect: false };
      set.plugins.tooltip.filter = item => item.dataset.label !== '';
      return { type: 'line', data: { datasets: sets }, options: set };
    },
    // Every run is a mark; levels between change points are lines.
    history(index) {
      const { of, unit, values, low, high, bounds, levels, changes } = data.history.charts[index];
      const runs = data.history.runs[of];
      const plain = { pointRadius: 0, pointHoverRadius: 0 };
      const at = (chosen, ys) => chosen.map(i => ({ x: i, y: ys[i] == null ? null : ys[i] }));
      const every = runs.map((_, i) => i), judged = every.filter(i => runs[i].mark !== 'none');
      const radius = runs.length > 300 ? 1.5 : runs.length > 80 ? 2.5 : 4;
      const sets = [
        ...levels.map(each => line('level', [{ x: each.from, y: each.value }, { x: each.to, y: each.value }], colour('f0'), { ...plain, borderWidth: 2.4 })),
        line('run', at(every, values), colour('ink'), {
          showLine: false, pointRadius: radius, pointHoverRadius: radius + 1, pointBorderWidth: radius > 2 ? 1.5 : 1,
          pointStyle: every.map(i => MARKS[runs[i].mark]),
          pointBorderColor: every.map(i => colour(COLOURS[runs[i].mark])),
          pointBackgroundColor: every.map(i => runs[i].mark === 'none' ? 'transparent' : colour(COLOURS[runs[i].mark])),
        }),
        line('course', at(judged, values), colour('asked'), { ...plain, borderWidth: 1, spanGaps: true }),
      ];
      if (bounds) sets.push(line('threshold', at(every, bounds), colour('ink'), { ...plain, borderDash: [6, 4], borderWidth: 1.3 }));
      const shown = [...values, ...(low || []), ...(high || [])].filter(each => each != null);
      // A bound that is far away would press the course to the ground.
      const near = Math.max(...shown) * 1.5;
      shown.push(...(bounds || []).filter(each => each != null && each <= near));
      const least = Math.min(...shown), most = Math.max(...shown);
      const logarithmic = unit === 'ms' && least > 0 && most / least > 20;
      const last = runs.length - 1;
      const x = axis({
        type: 'linear', min: -0.5, max: last + 0.5,
        afterBuildTicks: scale => {
          const step = Math.max(1, Math.ceil(runs.length / 5));
          scale.ticks = [];
          for (let i = last; i >= 0; i -= step) scale.ticks.unshift({ value: i });
        },
        ticks: { ...axis().ticks, callback: i => runs[i] ? runs[i].time.slice(2, 10) : '' },
      });
      const room = (most - least || Math.abs(most) || 1) * 0.08;
      const y = logarithmic ? log(...range(shown)) : axis({
        type: 'linear', min: least >= 0 ? Math.max(0, least - room) : least - room, max: most + room,
        ticks: { ...axis().ticks, autoSkip: true, maxTicksLimit: 6, callback: number, includeBounds: false },
      });
      const set = options(x, y, false, i => runs[i] ? runs[i].time + ' UTC\n' + runs[i].words : '', unit);
      set.normalized = false;
      set.interaction = { mode: 'nearest', axis: 'x', intersect: false };
      set.plugins.tooltip.filter = item => item.dataset.label === 'run';
      set.plugins.changes = { at: changes, low, high, values };
      return { type: 'line', data: { datasets: sets }, options: set };
    },
  };

  function config(canvas) {
    const made = kinds[canvas.dataset.chart](Number(canvas.dataset.index));
    const drawn = made.data.datasets.reduce(
      (sum, set) => sum + set.data.filter(value => value != null && (typeof value === 'number' || value.y != null)).length, 0);
    canvas.dataset.points = String(drawn);
    return made;
  }
  const canvases = () => [...document.querySelectorAll('canvas[data-chart]')];

  function begin(canvas) {
    const made = config(canvas);
    if (paper()) {
      // Paper has one width; a chart that followed its box would be laid out again in mid-print.
      canvas.width = canvas.parentNode.clientWidth;
      canvas.height = canvas.parentNode.clientHeight;
    } else {
      canvas.removeAttribute('width');
      canvas.removeAttribute('height');
    }
    return new Chart(canvas, { ...made, plugins: [phases, changePoints] });
  }

  function draw() {
    charts.forEach(chart => chart.destroy());
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    // Sharp on paper too.
    Chart.defaults.devicePixelRatio = Math.max(2, devicePixelRatio);
    charts = canvases().map(begin);
  }

  // New figures in the charts that are there; nothing is torn down under the reader's eyes.
  function renew() {
    const now = canvases();
    charts.filter(chart => !now.includes(chart.canvas)).forEach(chart => chart.destroy());
    charts = now.map(canvas => {
      const chart = charts.find(each => each.canvas === canvas);
      if (!chart) return begin(canvas);
      const made = config(canvas);
      chart.data = made.data;
      chart.options = made.options;
      chart.update('none');
      return chart;
    });
  }

  draw();
  addEventListener('newdata', event => {
    data = event.detail;
    renew();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);

  // On paper everything is light and open.
  let closed = [];
  addEventListener('beforeprint', () => {
    root.classList.add('paper');
    closed = [...document.querySelectorAll('details:not([open])')];
    closed.forEach(each => each.open = true);
    draw();
  });
  addEventListener('afterprint', () => {
    root.classList.remove('paper');
    closed.forEach(each => each.open = false);
    draw();
  });

  requestAnimationFrame(() => root.dataset.ready = 'true');
})();
