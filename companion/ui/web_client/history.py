"""The browser's Back: what lies below a screen takes its place in the history when one returns
there, so that Back does not lead into what was left.

Flet's client writes a new entry for every screen, whichever way it was reached.
"""

from __future__ import annotations

HISTORY = """<script>
(() => {
  const push = history.pushState;
  history.pushState = function (state, title, url) {
    const to = new URL(url, document.baseURI).pathname, from = location.pathname;
    const below = to.endsWith('/') ? to : to + '/';
    const returns = from !== to && from.startsWith(below);
    return (returns ? history.replaceState : push).call(history, state, title, url);
  };
})();
</script>
"""
