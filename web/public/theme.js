// Runs before the first paint, so that a remembered theme never flashes. The rest is in web/theme.ts.
if (/^\/(signup|confirm-email)\/*$/.test(location.pathname)) document.documentElement.dataset.bare = '';
try {
  const theme = localStorage.getItem('zeus.theme');
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.media = meta.dataset.for === theme ? 'all' : 'not all';
  }
} catch {
  // Storage is blocked: the system's theme applies.
}
