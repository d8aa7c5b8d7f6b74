// Replaces a page whose chunk did not load: no connection, or a new release since the app was opened. It retries when the
// connection is back, and a reload loads the current release.
import { type ComponentType, useEffect, useState } from 'react';
import { unreachable } from '../../platform/api.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { PageHeader } from './page-header.tsx';

type Load = () => Promise<ComponentType>;

/** The page, or its replacement if it cannot be loaded. Never rejects. */
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
    // The user may come back later with a connection.
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
