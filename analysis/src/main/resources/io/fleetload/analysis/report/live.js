// Keeps the page of a run as it stands up to date: asks every second whether there is something
// new and changes only what differs, so that scroll, selection and open parts stay as they are.
(() => {
  'use strict';
  const root = document.documentElement;
  const EVERY_MS = 1000;
  const PATIENCE = 5;
  let number = -1;
  let unanswered = 0;
  let updates = 0;

  // --- change only what differs

  const drawing = node => {
    const canvas = node.nodeName === 'FIGURE' && node.querySelector('canvas');
    return canvas ? canvas.dataset.chart + canvas.dataset.index : '';
  };
  const alike = (old, fresh) =>
    old.nodeName === fresh.nodeName && old.id === fresh.id && drawing(old) === drawing(fresh);

  function change(old, fresh) {
    if (fresh.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== fresh.data) old.data = fresh.data;
      return;
    }
    // The charts' library has made the canvas its own, and its reader the words below it.
    if (old.nodeName === 'CANVAS' || old.nodeName === 'OUTPUT') return;
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && name !== 'open') old.removeAttribute(name);
    }
    changeChildren(old, fresh);
  }

  function changeChildren(old, fresh) {
    let at = old.firstChild;
    const dropUntil = end => {
      while (at !== end) {
        const next = at.nextSibling;
        at.remove();
        at = next;
      }
    };
    for (const want of [...fresh.childNodes]) {
      const named = want.id && [...old.children].find(each => each.id === want.id);
      if (named) dropUntil(named);
      if (at && alike(at, want)) {
        change(at, want);
        at = at.nextSibling;
      } else {
        old.insertBefore(document.importNode(want, true), at);
        // What has a name is looked for later; the rest is what this one takes the place of.
        if (at && !at.id && !want.id) {
          const gone = at;
          at = at.nextSibling;
          gone.remove();
        }
      }
    }
    dropUntil(null);
  }

  // --- ask

  function show(state) {
    const template = document.createElement('template');
    template.innerHTML = state.body;
    changeChildren(document.querySelector('main'), template.content);
    document.title = state.title;
    dispatchEvent(new CustomEvent('newdata', { detail: state.data }));
    number = state.number;
    root.dataset.updates = String(++updates);
  }

  function gone() {
    const line = document.createElement('p');
    line.className = 'bad';
    line.id = 'gone';
    line.textContent = 'The command of this run does not answer any more; this is what it showed last.'
      + ' If the run ended, its report is report.html in its directory.';
    document.querySelector('main').prepend(line);
  }

  async function ask() {
    let ended = false;
    try {
      const answer = await fetch('state?have=' + number, { cache: 'no-store' });
      if (answer.status === 200) {
        const state = await answer.json();
        show(state);
        ended = state.ended;
      } else if (answer.status !== 204) {
        throw new Error('answered ' + answer.status);
      }
      unanswered = 0;
    } catch (e) {
      if (++unanswered >= PATIENCE) {
        gone();
        return;
      }
    }
    if (!ended) setTimeout(ask, EVERY_MS);
  }

  setTimeout(ask, EVERY_MS);
})();
