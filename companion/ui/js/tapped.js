(() => {
  let at = 0;
  const note = ({timeStamp}) => { at = performance.timeOrigin + timeStamp; };
  for (const kind of ['pointerup', 'click', 'keydown']) { addEventListener(kind, note, true); }
  globalThis.tappedAt = () => at;
})();
