// First of all scripts: whatever goes wrong on the page is counted on its root element, where a
// test or a curious reader finds it.
(() => {
  const root = document.documentElement;
  const errors = [];
  root.dataset.errors = '0';
  const note = text => {
    errors.push(String(text));
    root.dataset.errors = String(errors.length);
    root.dataset.errorTexts = errors.slice(0, 5).join(' | ');
  };
  addEventListener('error', event => note(event.message || 'a part could not be loaded'), true);
  addEventListener('unhandledrejection', event => note(event.reason));
  addEventListener('securitypolicyviolation', event => note('not allowed: ' + event.violatedDirective));
  const print = console.error.bind(console);
  console.error = (...parts) => {
    note(parts.join(' '));
    print(...parts);
  };
})();
