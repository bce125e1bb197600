(() => {
  const ASKED = 'fantan.asked-for-reading', AGAIN = 400;
  const reads = () => document.querySelector('flt-semantics') !== null;
  addEventListener('pagehide', () => {
    try { if (reads()) { sessionStorage.setItem(ASKED, 'yes'); } } catch { /* nothing is kept */ }
  });
  let asked = null;
  try { asked = sessionStorage.getItem(ASKED); } catch { /* nothing is kept */ }
  const asking = asked && setInterval(() => {
    if (reads()) { clearInterval(asking); return; }
    const button = document.querySelector('flt-semantics-placeholder');
    if (!button) { return; }
    const {left, top, width, height} = button.getBoundingClientRect();
    const middle = {clientX: left + width / 2, clientY: top + height / 2};
    button.dispatchEvent(new MouseEvent('click', {bubbles: true, ...middle}));
  }, AGAIN);
})();
