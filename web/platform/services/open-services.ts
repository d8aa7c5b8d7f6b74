// Opens the outside services the operator has set a key for, and loads only those.
import type { BrowserServices } from '../../../shared/public-settings.ts';
import { environment, reportError } from '../errors.ts';
import { recordBreadcrumbs } from './breadcrumbs.ts';
import { openChat } from './chat.ts';

/** Never rejects: a service that cannot be loaded must not disturb the page. */
export async function openServices(services: BrowserServices, onReportSent: (reportId: string) => void) {
  const { errors, analytics, chat } = services;
  if (chat) openChat(chat);
  await Promise.all([
    errors && environment() === 'production' && reportErrors(errors, onReportSent),
    analytics && import('./page-counts.ts').then(({ openPageCounts }) => openPageCounts(analytics)),
  ]).catch(reportError);
}

/** What happens while the reporter is loaded is kept for its reports. */
async function reportErrors(service: NonNullable<BrowserServices['errors']>, onSent: (reportId: string) => void) {
  const trail = recordBreadcrumbs({ except: `${service.endpoint}/v1/notices/` });
  try {
    const { openErrorReports } = await import('./error-reports.ts');
    openErrorReports(service, { trail, onSent });
  } catch (error) {
    trail.stop();
    throw error;
  }
}
