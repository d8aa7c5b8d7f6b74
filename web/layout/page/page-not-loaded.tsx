// Stands for a page whose part of the app did not arrive: no connection, or a new release since the app was opened.
// It asks again when the connection is back, and a reload brings whatever is there now.
import { type ComponentType, useEffect, useState } from 'react';
import { unreachable } from '../../platform/api.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { PageHeader } from './page-header.tsx';

type Load = () => Promise<ComponentType>;

/** The page, or what stands for it when it cannot be loaded. Does not reject. */
export async function loadPage(load: Load): Promise<ComponentType> {
  try {
    return await load();
  } catch {
    return () => <PageNotLoaded load={load} />;
  }
}

function PageNotLoaded({ load }: { load: Load }) {
  const [Page, setPage] = useState<ComponentType>();
  useEffect(() => {
    const ask = () => {
      load().then(
        (page) => setPage(() => page),
        () => {},
      );
    };
    // Whoever comes back here later may have a connection by then.
    ask();
    window.addEventListener('online', ask);
    return () => window.removeEventListener('online', ask);
  }, [load]);
  if (Page) return <Page />;
  return (
    <>
      <PageHeader title="This page could not be loaded" replaces />
      <LoadProblem error={new Error(unreachable)} onRetry={() => window.location.reload()} />
    </>
  );
}
