(() => {
  const FORM = /\/(new|import|restore|name|same)$|\/repair\/\d+$/;
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
