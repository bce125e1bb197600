(() => {
  const Socket = window.WebSocket, words = WORDS;
  let leaving = false;
  addEventListener('pagehide', () => { leaving = true; });
  addEventListener('pageshow', () => { leaving = false; });
  const language = () => {
    let chosen = '';
    try {
      const kept = JSON.parse(localStorage.getItem('flutter.fantan.preferences'));
      chosen = JSON.parse(kept).language;
    } catch { /* nothing is kept here */ }
    const asked = [chosen, ...navigator.languages].map((tag) => (tag || '').split('-')[0]);
    return asked.find((tag) => tag in words) || 'en';
  };
  const say = (key) => {
    if (leaving || document.getElementById('unreachable')) { return; }
    const over = document.createElement('div'), said = document.createElement('div');
    over.id = 'unreachable';
    said.setAttribute('role', 'alert');
    said.lang = language();
    over.append(said);
    document.body.append(over);
    said.textContent = words[said.lang][key];
  };
  // Without these Flutter ends before its first frame, and without a word.
  const find = () => {
    if (typeof WebAssembly === 'undefined') { return 'compiles'; }
    try { return localStorage && sessionStorage && ''; } catch { return 'keeps'; }
  };
  const missing = find();
  if (missing) { addEventListener('DOMContentLoaded', () => say(missing)); }
  window.WebSocket = class extends Socket {
    #opened = false;
    constructor(...given) {
      super(...given);
      const again = () => fetch(document.baseURI, {cache: 'no-store'})
        .then(() => location.reload())
        .catch(() => setTimeout(again, 500));
      super.addEventListener('open', () => { this.#opened = true; });
      super.addEventListener('close', () => {
        if (this.#opened && !leaving) {
          setTimeout(again, 200);
          setTimeout(say, 1000, 'gone');
        }
      });
    }
    // The time of the last tap precedes each packet: a byte 2, then microseconds in eight bytes.
    send(packet) {
      const at = tappedAt();
      if (!at) { super.send(packet); return; }
      const sent = packet instanceof ArrayBuffer ? new Uint8Array(packet) : packet;
      const stamped = new Uint8Array(STAMP_BYTES + sent.length);
      stamped[0] = 2;
      new DataView(stamped.buffer).setBigUint64(1, BigInt(Math.round(1000 * at)));
      stamped.set(sent, STAMP_BYTES);
      super.send(stamped);
    }
    // On the close of its socket the client would cover its last picture.
    addEventListener(type, listener, ...rest) {
      const ends = type === 'close' || type === 'error';
      const heard = (event) => { if (!this.#opened) { listener.call(this, event); } };
      super.addEventListener(type, ends ? heard : listener, ...rest);
    }
    set onclose(listener) { this.addEventListener('close', listener); }
    set onerror(listener) { this.addEventListener('error', listener); }
  };
})();
