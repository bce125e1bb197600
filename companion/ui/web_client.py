"""Changes to Flet's client for browsers: its page, and scripts for Back, keys and speech.

`HISTORY`: Flet's client adds a numbered entry to the history for every screen, even on the way
back. The script keeps Back from returning to a screen that was left.

`TYPING`: The client asks the server for the next field, and no field has the focus before the
answer. The script keeps the letters and Enters typed meanwhile, and writes them into the next field
as soon as Flutter listens to that field. A tap elsewhere drops them.

`READING`: After a reload, assistive technology gets its semantics tree again.

The reload script: After a lost connection Flet's web client accepts updates but no longer paints
them. So the page reloads itself as soon as the server answers, and the session, or the route for a
new session, restores the screens. Until then the last picture shows, with dead buttons and a
message at its foot; the client does not learn that its connection is closed.

Until the first frame the page is as light or dark as the device. Our fonts are named in Flutter's
font manifest, so that they are loaded before the first frame and no suit is drawn as an empty box.
Of the client's own fonts only the icons stay named there, because all named fonts are fetched
before the first frame, and those for formulas, twenty files, and Apple's icons are not used.

Both files are made from the installed Flet at every start, and so always match it.
"""

import json
import shutil
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from companion.ui.looks import DARK, LIGHT, TEXT
from companion.ui.requests import STAMP_BYTES
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
"""Script for the time of the last tap or key, in milliseconds by the clock of the page. The server
cannot measure the time: a slow network may bunch two taps, or part those of a bouncing finger.
"""


_ICONS = "MaterialIcons"
_BEFORE = "<!-- fletAppConfig -->"
_NAMES = {
    "<title>Flet</title>": "<title>Fan Tan</title>",
    'name="apple-mobile-web-app-title" content="Flet"': (
        'name="apple-mobile-web-app-title" content="Fan Tan"'
    ),
    # By default browsers request the manifest without cookies, which the server would refuse.
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
    let chosen = '';
    try {
      const kept = JSON.parse(localStorage.getItem('flutter.fantan.preferences'));
      chosen = JSON.parse(kept).language;
    } catch { /* nothing is kept here */ }
    const asked = [chosen, ...navigator.languages].map((tag) => (tag || '').split('-')[0]);
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
</script>
"""


def _reload() -> str:
    """Return the reload script, with the message for an unreachable server in every language."""
    words = {
        language: words_in(language).say(
            "The server cannot be reached. What you see is the last picture; it goes on by itself."
        )
        for language in LANGUAGES
    }
    return _RELOAD.replace("WORDS", json.dumps(words)).replace("STAMP_BYTES", str(STAMP_BYTES))


def put_web_assets(assets: Path, folder: Path) -> None:
    """Put the assets and the two changed files of the web client into the folder.

    :raises LookupError: when the page of the installed Flet has another form, or no icons
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
    """Return Flutter's list of fonts with ours.

    The paths in the list start in the folder `assets` of the site.
    """
    families = json.loads(packaged.read_text(encoding="utf-8"))
    icons = [family for family in families if family["family"] == _ICONS]
    if not icons:
        raise LookupError(f"{packaged} has no {_ICONS}")
    ours = [
        {"family": family, "fonts": [{"asset": f"../{file}"}]}
        for family, file in TEXT.files().items()
    ]
    return json.dumps(icons + ours)
