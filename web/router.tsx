import { Route, Routes } from 'react-router';
import { CentredLayout } from './layout/centred-layout.tsx';
import { MainLayout } from './layout/main-layout.tsx';
import { RequireUser } from './layout/require-user.tsx';
import { type PageRoute, routes } from './routes.ts';

const toRoute = ({ path, Page }: PageRoute) => <Route key={path} path={path} element={<Page />} />;

export function AppRoutes() {
  const centred = routes.filter((route) => route.layout === 'centred');
  const main = routes.filter((route) => route.layout === 'main');
  return (
    <Routes>
      <Route element={<CentredLayout />}>{centred.map(toRoute)}</Route>
      <Route element={<MainLayout />}>
        {main.filter((route) => !route.guarded).map(toRoute)}
        <Route element={<RequireUser />}>{main.filter((route) => route.guarded).map(toRoute)}</Route>
      </Route>
    </Routes>
  );
}
