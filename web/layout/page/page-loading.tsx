// A bar below the navigation while the code of a page loads. The current page stays until then: on a slow connection nothing
// else would respond to the click.
import { useSyncExternalStore } from 'react';
import { createStore } from '../../ui/store.ts';

const underWay = createStore(0);

/** Shows the bar until the page has loaded. */
export function showLoading<Page>(page: Promise<Page>): Promise<Page> {
  change(1);
  return page.finally(() => change(-1));
}

/** Not synchronously: a page is requested during rendering. */
const change = (by: number) => queueMicrotask(() => underWay.set(underWay.get() + by));

export function PageLoading() {
  const isLoading = useSyncExternalStore(underWay.subscribe, () => underWay.get() > 0);
  if (!isLoading) return null;
  return (
    <div className="appear-late fixed inset-x-0 top-bar z-30 h-0.5 overflow-hidden">
      <div className="progress-unknown h-full bg-base-content" />
    </div>
  );
}
