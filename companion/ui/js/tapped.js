(() => {
  const SAME_TAP = 1000;
  let at = 0, pressed = -Infinity;
  // The clock of the page stands still while a phone sleeps, so the time is counted back from now.
  const note = (timeStamp) => { at = Date.now() - (performance.now() - timeStamp); };
  addEventListener('pointerdown', ({timeStamp}) => { pressed = timeStamp; note(timeStamp); }, true);
  addEventListener('keydown', ({timeStamp}) => note(timeStamp), true);
  // A click follows a press, except where assistive technology clicks.
  addEventListener('click', ({timeStamp}) => {
    if (timeStamp - pressed > SAME_TAP) { note(timeStamp); }
  }, true);
  globalThis.tappedAt = () => at;
})();
