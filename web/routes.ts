// Every page: where it is, who may see it, which layout it has, and the chunk it is loaded from.
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { paths } from './paths.ts';

interface PageRoute {
  readonly path: string;
  readonly layout: 'main' | 'centered';
  /** Only for signed-in users. */
  readonly guarded: boolean;
  readonly load: () => Promise<ComponentType>;
}

type Load = PageRoute['load'];

const guarded = (path: string, load: Load): PageRoute => ({ path, layout: 'main', guarded: true, load });
const open = (path: string, load: Load): PageRoute => ({ path, layout: 'main', guarded: false, load });
const centered = (path: string, load: Load): PageRoute => ({ path, layout: 'centered', guarded: false, load });

const id = ':campaignId';

async function loadNotFoundPage() {
  return (await import('./pages/not-found-page.tsx')).NotFoundPage;
}

export const routes: readonly PageRoute[] = [
  guarded(paths.dashboard(), async () => (await import('./campaigns/dashboard-page.tsx')).DashboardPage),
  guarded(paths.newCampaign(), async () => (await import('./campaigns/new/new-campaign-page.tsx')).NewCampaignPage),
  guarded(
    paths.searchResults(id),
    async () => (await import('./search-results/search-results-page.tsx')).SearchResultsPage,
  ),
  guarded(paths.backlinks(id), async () => (await import('./backlinks/backlinks-page.tsx')).BacklinksPage),
  guarded(paths.screenLeads(id), async () => (await import('./screening/screen-leads-page.tsx')).ScreenLeadsPage),
  guarded(paths.contacts(id), async () => (await import('./contacts/contacts-page.tsx')).ContactsPage),
  // Every /campaign/... address is guarded, including unknown ones.
  guarded(`${paths.newCampaign()}/*`, loadNotFoundPage),
  guarded(paths.prospects(), async () => (await import('./prospects/prospects-page.tsx')).ProspectsPage),
  guarded(paths.billing(), async () => (await import('./billing/billing-page.tsx')).BillingPage),
  guarded(paths.account(), async () => (await import('./users/account-page.tsx')).AccountPage),
  open(paths.login(), async () => (await import('./users/login-page.tsx')).LoginPage),
  open(paths.resetPassword(), async () => (await import('./users/reset-password-page.tsx')).ResetPasswordPage),
  centered(paths.signup(), async () => (await import('./sign-up/signup-page.tsx')).SignupPage),
  centered(paths.confirmEmail(), async () => (await import('./sign-up/confirm-email-page.tsx')).ConfirmEmailPage),
  open(paths.latest(), async () => (await import('./pages/latest-page.tsx')).LatestPage),
  open(paths.help(), async () => (await import('./pages/help-page.tsx')).HelpPage),
  open(paths.bot(), async () => (await import('./pages/bot-page.tsx')).BotPage),
  open('*', loadNotFoundPage),
];

/** Starts loading the page behind a path before the user opens it. A failure shows when they do. */
export function prefetchPage(path: string) {
  routes
    .find((route) => matchPath(route.path, path))
    ?.load()
    .catch(() => {});
}
