import { type ComponentType, lazy } from 'react';
import { Route, Routes, useParams } from 'react-router';
import { CenteredLayout } from './layout/centered-layout.tsx';
import { MainLayout } from './layout/main-layout.tsx';
import { showLoading } from './layout/page/page-loading.tsx';
import { loadPage } from './layout/page/page-not-loaded.tsx';
import { RequireUser } from './layout/require-user.tsx';
import { PrefetchPage } from './platform/prefetch.ts';
import { prefetchPage, routes } from './routes.ts';

/** Each page is loaded when first needed. */
const pages = routes.map((route) => ({
  ...route,
  Page: lazy(async () => ({ default: await showLoading(loadPage(route.load)) })),
}));

const toRoute = ({ path, Page }: (typeof pages)[number]) => (
  <Route key={path} path={path} element={<FreshPage Page={Page} />} />
);

/** Remounts the page for another campaign, so that no position or choice carries over. */
function FreshPage({ Page }: { Page: ComponentType }) {
  const { campaignId } = useParams();
  return <Page key={campaignId} />;
}

export function AppRoutes() {
  const centered = pages.filter((route) => route.layout === 'centered');
  const main = pages.filter((route) => route.layout === 'main');
  return (
    <PrefetchPage value={prefetchPage}>
      <Routes>
        <Route element={<CenteredLayout />}>{centered.map(toRoute)}</Route>
        <Route element={<MainLayout />}>
          {main.filter((route) => !route.guarded).map(toRoute)}
          <Route element={<RequireUser />}>{main.filter((route) => route.guarded).map(toRoute)}</Route>
        </Route>
      </Routes>
    </PrefetchPage>
  );
}
