"""Our changes to Flet's client for browsers: its page, and scripts for Back, keys and speech.

Flet's client writes a new entry for every screen, whichever way it was reached, and numbers it.

Where to go on is asked of the server, and until it has answered no field has the focus: what is
typed meanwhile would be lost. The page keeps it, further Enters too, and writes it into the field
that comes, once Flutter listens to that. A tap elsewhere ends it.

Until the first frame the page is as light or dark as the device. After its connection was cut,
Flet's web client takes updates but no longer paints them: so the page loads itself again as soon as
the server answers, and the session, or the route for a new one, brings everything back. Until then
the last picture shows, whose buttons do nothing now, with a message at its foot; the client does
not hear that its connection is closed. Letters that are typed while no field has the focus yet are
kept (`typing`), Back does not return to what was left (`history`), and assistive technology has its
semantics tree again after the page was loaded again (`reading`). And our fonts are named in
Flutter's font manifest, so that they are there before the first frame and no suit is ever drawn as
an empty box. Of the client's own only its icons stay named there: all that are named are fetched
before the first frame, and those for formulas, twenty files, and Apple's icons show nowhere.

Both files are made from the installed Flet at every start, and can never be out of step with it.
"""

from __future__ import annotations

import json
import shutil
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from companion.ui.looks import DARK, LIGHT, TEXT
from companion.ui.web.guard import STAMP_BYTES
from companion.words import LANGUAGES, words_in

HISTORY = r"""
(() => {
  const FORM = /\/(new|import|restore|name|same)$|\/(repair|slip)\/\d+$/;
  const {pushState, replaceState} = history;
  const folder = (path) => (path.endsWith('/') ? path : path + '/');
  const number = () => history.state?.serialCount ?? 0;
  let shown, at;
  const note = () => { [shown, at] = [location.pathname, number()]; };
  note();
  history.pushState = function (state, title, url) {
    const to = new URL(url, document.baseURI).pathname, from = location.pathname;
    const leaves = FORM.test(from) && !to.startsWith(folder(from));
    const returns = from !== to && (leaves || from.startsWith(folder(to)));
    (returns ? replaceState : pushState).call(history, state, title, url);
    note();
  };
  history.replaceState = function (...given) {
    replaceState.apply(history, given);
    note();
  };
  addEventListener('popstate', (event) => {
    const again = location.pathname === shown && number() < at;
    note();
    if (again) {
      event.stopImmediatePropagation();
      history.back();
    }
  }, true);
})();
"""


TYPING = """
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
    if (kept === null || document.activeElement !== field) { return; }
    const [letters, ...further] = kept.split('\\n');
    kept = null;
    if (letters) { document.execCommand('insertText', false, letters); }
    if (further.length) {
      const enter = {key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true};
      keep(further.join('\\n'));
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
      keep(kept + (one ? key : '\\n'));
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
"""


READING = """
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
"""


TAPPED = """
(() => {
  let at = 0;
  const note = ({timeStamp}) => { at = performance.timeOrigin + timeStamp; };
  for (const kind of ['pointerup', 'click', 'keydown']) { addEventListener(kind, note, true); }
  globalThis.tappedAt = () => at;
})();
"""
"""Time of the last tap or key, in milliseconds by the clock of the page. A slow network may bunch
two taps, or part those of a finger that bounced.
"""


_ICONS = "MaterialIcons"
_BEFORE = "<!-- fletAppConfig -->"
_NAMES = {
    "<title>Flet</title>": "<title>Fan Tan</title>",
    'name="apple-mobile-web-app-title" content="Flet"': (
        'name="apple-mobile-web-app-title" content="Fan Tan"'
    ),
    # Browsers ask for it without cookies otherwise, and with them the server knows its own.
    '<link rel="manifest" href="manifest.json">': (
        '<link rel="manifest" href="manifest.json" crossorigin="use-credentials">'
    ),
    'content="Flet application."': 'content="The companion for a table that plays Fan Tan."',
}
_GROUND = f"""<style>
body {{ background: {LIGHT.paper}; }}
@media (prefers-color-scheme: dark) {{ body {{ background: {DARK.paper}; }} }}
#unreachable {{ position: fixed; inset: 0; z-index: 9; background: rgba(0, 0, 0, 0.3); }}
#unreachable div {{
  position: absolute; inset: auto 0 calc(16px + env(safe-area-inset-bottom)); margin: auto;
  box-sizing: border-box; padding: 14px 18px; width: min(480px, calc(100vw - 32px));
  border-radius: 16px; background: {LIGHT.warning}; color: {LIGHT.on_warning};
  font: 500 16px/1.35 system-ui, sans-serif; text-align: center;
}}
@media (orientation: landscape) and (max-height: 500px) {{
  #unreachable div {{
    inset: auto 12px 8px auto; margin: 0; padding: 8px 10px; width: 156px; font-size: 13px;
  }}
}}
</style>
"""
_RELOAD = """<script>
(() => {
  const Socket = window.WebSocket, words = WORDS;
  let leaving = false;
  addEventListener('pagehide', () => { leaving = true; });
  addEventListener('pageshow', () => { leaving = false; });
  const language = () => {
    let told = '';
    try {
      const kept = JSON.parse(localStorage.getItem('flutter.fantan.preferences'));
      told = JSON.parse(kept).language;
    } catch { /* nothing is kept here */ }
    const asked = [told, ...navigator.languages].map((tag) => (tag || '').split('-')[0]);
    return asked.find((tag) => tag in words) || 'en';
  };
  const say = () => {
    if (leaving || document.getElementById('unreachable')) { return; }
    const over = document.createElement('div'), said = document.createElement('div');
    over.id = 'unreachable';
    said.setAttribute('role', 'alert');
    said.lang = language();
    over.append(said);
    document.body.append(over);
    said.textContent = words[said.lang];
  };
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
          setTimeout(say, 1000);
        }
      });
    }
    // A tap goes with its time: a byte 2 and eight more stand before what the client sends then.
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
    // The client covers its last picture once it hears that its socket is closed: it does not.
    addEventListener(type, listener, ...rest) {
      const ends = type === 'close' || type === 'error';
      const heard = (event) => { if (!this.#opened) { listener.call(this, event); } };
      super.addEventListener(type, ends ? heard : listener, ...rest);
    }
    set onclose(listener) { this.addEventListener('close', listener); }
    set onerror(listener) { this.addEventListener('error', listener); }
  };
})();
</script>
"""


def _reload() -> str:
    """The script, with the words for a server that cannot be reached, in every language."""
    words = {
        language: words_in(language).say(
            "The server cannot be reached. What you see is the last picture; it goes on by itself."
        )
        for language in LANGUAGES
    }
    return _RELOAD.replace("WORDS", json.dumps(words)).replace("STAMP_BYTES", str(STAMP_BYTES))


def put_web_assets(assets: Path, folder: Path) -> None:
    """Put the assets and the web client's own two files into the folder.

    :raises LookupError: when the installed Flet has another kind of page, or no icons
    """
    shutil.copytree(assets, folder, dirs_exist_ok=True)
    client = files("flet_web") / "web"
    (folder / "index.html").write_text(_page(client / "index.html"), encoding="utf-8")
    manifest = folder / "assets" / "FontManifest.json"
    manifest.parent.mkdir(exist_ok=True)
    manifest.write_text(_manifest(client / "assets" / "FontManifest.json"), encoding="utf-8")


def _page(packaged: Traversable) -> str:
    page = packaged.read_text(encoding="utf-8")
    added = f"{_GROUND}{_reload()}<script>{HISTORY}{TYPING}{READING}{TAPPED}</script>\n"
    for old, new in {**_NAMES, _BEFORE: added + _BEFORE}.items():
        if old not in page:
            raise LookupError(f"{packaged} has no {old}")
        page = page.replace(old, new)
    return page


def _manifest(packaged: Traversable) -> str:
    """Flutter's list of fonts with ours; its paths begin in the folder `assets` of the site."""
    families = json.loads(packaged.read_text(encoding="utf-8"))
    icons = [family for family in families if family["family"] == _ICONS]
    if not icons:
        raise LookupError(f"{packaged} has no {_ICONS}")
    ours = [
        {"family": family, "fonts": [{"asset": f"../{file}"}]}
        for family, file in TEXT.files().items()
    ]
    return json.dumps(icons + ours)
