import { PageHeader } from '../layout/page/page-header.tsx';
import { settings } from '../platform/settings.ts';
import { MailLink } from '../ui/mail-link.tsx';
import { formatLongDate } from '../ui/values/dates.ts';
import { releasedItems } from './released-items.ts';

export function LatestPage() {
  return (
    <>
      <PageHeader title="Zeus Updates" tabTitle="Latest updates" intro="New features and improvements." />
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {releasedItems.map(({ title, text, date }) => (
          <li key={title} className="card-surface p-6">
            {date && (
              <time dateTime={date} className="mb-1 block text-sm text-base-content/70">
                {formatDate(date)}
              </time>
            )}
            <h2 className="text-lg leading-snug font-bold">{title}</h2>
            <p className="mt-2 text-base-content/75">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-10 text-lg">
        Is there a feature you would like? Email <MailLink address={settings.supportEmail} /> with your idea.
      </p>
    </>
  );
}

/** A date without a time; read as UTC it would be the day before in America. */
function formatDate(date: string): string {
  return formatLongDate(new Date(`${date}T12:00`));
}
