(() => {
  const LISTENS_SOON = 40, PATIENCE = 5000;
  let kept = null, dropping = 0;
  const keep = (letters) => {
    kept = letters;
    clearTimeout(dropping);
    dropping = setTimeout(() => { kept = null; }, PATIENCE);
  };
  const isField = (element) => element instanceof HTMLInputElement;
  const write = (field) => {
    if (kept === null) { return; }
    // On a busy device the focus comes later than Flutter listens.
    if (document.activeElement !== field) {
      if (field.isConnected) { setTimeout(write, LISTENS_SOON, field); }
      return;
    }
    const [letters, ...further] = kept.split('\n');
    kept = null;
    if (letters) { document.execCommand('insertText', false, letters); }
    if (further.length) {
      const enter = {key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true};
      keep(further.join('\n'));
      field.dispatchEvent(new KeyboardEvent('keydown', enter));
    }
  };
  HTMLInputElement.prototype.addEventListener = function (type, ...rest) {
    HTMLElement.prototype.addEventListener.call(this, type, ...rest);
    if (type === 'input') { setTimeout(write, LISTENS_SOON, this); }
  };
  addEventListener('pointerdown', () => { kept = null; }, true);
  addEventListener('keydown', (event) => {
    const {key} = event, one = [...key].length === 1;
    if (!event.isTrusted) { return; }
    if (kept === null) {
      if (key === 'Enter' && !event.isComposing && isField(event.target)) { keep(''); }
      return;
    }
    const chord = (event.ctrlKey || event.altKey || event.metaKey)
      && !event.getModifierState('AltGraph');
    if (event.isComposing || chord || ['Shift', 'AltGraph', 'CapsLock'].includes(key)) { return; }
    if (one || key === 'Enter') {
      keep(kept + (one ? key : '\n'));
    } else if (key === 'Backspace') {
      keep(kept.slice(0, -1));
    } else {
      kept = null;
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
})();
