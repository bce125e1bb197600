(() => {
  // Flutter forbids people to enlarge the page with two fingers.
  const FORBIDS = /user-scalable|maximum-scale/;
  const allow = () => {
    for (const viewport of document.querySelectorAll('meta[name=viewport]')) {
      const parts = viewport.content.split(',');
      const kept = parts.filter((part) => !FORBIDS.test(part));
      if (kept.length < parts.length) { viewport.content = kept.join(','); }
    }
  };
  new MutationObserver(allow).observe(document.head, {childList: true, subtree: true, attributes: true});
  allow();
})();
