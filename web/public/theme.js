// Runs before the first paint, so that a remembered theme never flashes. The rest is in web/theme.ts.
try {
  const theme = localStorage.getItem('zeus.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's theme applies.
}
