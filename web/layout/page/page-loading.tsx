// A bar below the navigation while the code of a page loads. The current page stays until then: on a slow connection nothing
// else would respond to the click.
import { useSyncExternalStore } from 'react';

let underWay = 0;
const watchers = new Set<() => void>();

/** Shows the bar until the page has loaded. */
export async function showLoading<Page>(page: Promise<Page>): Promise<Page> {
  change(1);
  try {
    return await page;
  } finally {
    change(-1);
  }
}

function change(by: number) {
  underWay += by;
  // Not synchronously: a page is requested during rendering.
  queueMicrotask(() => {
    for (const tell of watchers) tell();
  });
}

function watch(tell: () => void) {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

export function PageLoading() {
  const isLoading = useSyncExternalStore(watch, () => underWay > 0);
  if (!isLoading) return null;
  return (
    <div className="appear-late fixed inset-x-0 top-bar z-30 h-0.5 overflow-hidden">
      <div className="progress-unknown h-full bg-base-content" />
    </div>
  );
}
