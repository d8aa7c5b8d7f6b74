// The loop that keeps a session alive: checks every ten seconds while the page is visible, and immediately when it becomes
// visible again or the connection returns. The caller decides what is due and how to refresh.
import { sessionRefresh } from '../../../shared/limits.ts';

interface RefreshLoop {
  isDue: () => boolean;
  /** Never rejects. */
  refresh: () => Promise<unknown>;
}

/** Starts the loop; returns a function that stops it. */
export function startRefreshLoop({ isDue, refresh }: RefreshLoop): () => void {
  let isRefreshing = false;
  const check = async () => {
    if (isRefreshing || document.visibilityState === 'hidden' || !isDue()) return;
    isRefreshing = true;
    await refresh();
    isRefreshing = false;
  };
  const timer = setInterval(check, sessionRefresh.checkEveryMs);
  document.addEventListener('visibilitychange', check);
  window.addEventListener('online', check);
  void check();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
    window.removeEventListener('online', check);
  };
}
