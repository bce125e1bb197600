(() => {
  const STYLE = `@page { size: A4; margin: 15mm }
    html, body { position: static !important; height: auto !important; overflow: visible !important; background: none !important }
    body > :not(#print) { display: none !important }
    #print { color: #000; font: 10pt/1.4 sans-serif; white-space: pre-line }
    table { border-collapse: collapse; margin-top: 5mm }
    th, td { border-bottom: 1px solid #999; padding: 0 2mm; text-align: end; overflow-wrap: anywhere }
    tr > :first-child { text-align: start }
    tr { break-inside: avoid }`;
  const sheet = document.createElement('div');
  const add = (tag, parent, text = '') => {
    const added = parent.appendChild(document.createElement(tag));
    added.textContent = text;
    added.dir = 'auto';
    return added;
  };
  // The storage is one for all tabs, and this is of a tab: another one may show another series.
  const KEY = 'flutter.fantan.print', store = Storage.prototype.setItem;
  let printed = null;
  Storage.prototype.setItem = function (key, value) {
    if (key === KEY) { printed = value; } else { store.call(this, key, value); }
  };
  sheet.id = 'print';
  addEventListener('beforeprint', () => {
    let kept = null;
    try { kept = JSON.parse(JSON.parse(printed)); } catch { /* nothing is kept */ }
    if (!kept || !location.pathname.endsWith(kept.path)) { return; }
    sheet.replaceChildren();
    add('style', sheet, STYLE);
    add('div', sheet, kept.says);
    for (const [head, ...rows] of kept.tables) {
      const table = add('table', sheet);
      const top = add('tr', add('thead', table)), below = add('tbody', table);
      head.forEach((cell) => add('th', top, cell));
      rows.forEach((row) => {
        const line = add('tr', below);
        row.forEach((cell) => add('td', line, cell));
      });
    }
    document.body.append(sheet);
  });
  addEventListener('afterprint', () => sheet.remove());
})();
