import './theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { ErrorBoundary } from './layout/error-boundary.tsx';
import { reportUncaughtErrors } from './platform/errors.ts';
import { createQueryClient } from './platform/query.ts';
import { SessionProvider } from './platform/session.tsx';
import { AppRoutes } from './router.tsx';
import { prefetchPage } from './routes.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

reportUncaughtErrors();
prefetchPage(window.location.pathname);

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={createQueryClient()}>
        <SessionProvider>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
        </SessionProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);
