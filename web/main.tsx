import './theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { ErrorBoundary } from './layout/errors/error-boundary.tsx';
import { askForFeedback, FeedbackRequest } from './layout/errors/feedback-request.tsx';
import { currentArrival } from './platform/auth/arrival.ts';
import { openAuth } from './platform/auth/open-auth.ts';
import { reportError, reportUncaughtErrors } from './platform/errors.ts';
import { createQueryClient } from './platform/query.ts';
import { openServices } from './platform/services/open-services.ts';
import { SessionProvider } from './platform/session.tsx';
import { settings } from './platform/settings.ts';
import { AppRoutes } from './router.tsx';
import { prefetchPage } from './routes.ts';
import { prepareUser } from './users/prepare-user.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

reportUncaughtErrors();
prefetchPage(window.location.pathname);
void start(root);
void openServices(settings.services, askForFeedback);

/** Not at the top level: the auth client shares a chunk with this module, and each would wait for the other. */
async function start(place: HTMLElement) {
  // The router must not see the tokens in the URL; the auth client takes them out.
  if (currentArrival()) await openAuth().catch(reportError);
  const app = (
    <StrictMode>
      <ErrorBoundary>
        <QueryClientProvider client={createQueryClient()}>
          <SessionProvider prepareUser={prepareUser}>
            <BrowserRouter>
              <AppRoutes />
            </BrowserRouter>
          </SessionProvider>
        </QueryClientProvider>
      </ErrorBoundary>
      <FeedbackRequest />
    </StrictMode>
  );
  // In slices: on a slow phone the first render takes long enough to swallow a tap.
  startTransition(() => createRoot(place).render(app));
}
