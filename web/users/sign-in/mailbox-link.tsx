import { settings } from '../../platform/settings.ts';

/** In development, emails are stored instead of sent; this leads to them. */
export function MailboxLink() {
  if (!settings.mailbox) return null;
  return (
    <p className="rounded-box border border-dashed border-base-content/30 px-4 py-3 text-sm">
      Zeus is running in development mode and does not send emails.{' '}
      <a href="/mailbox" className="text-link">
        Open the mailbox
      </a>
    </p>
  );
}
