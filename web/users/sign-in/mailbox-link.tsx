import { useQuery } from '@tanstack/react-query';
import { environment } from '../../platform/errors.ts';

/** In development, emails are stored instead of sent; this leads to them. */
export function MailboxLink() {
  const isDevelopment = environment() === 'development';
  const { data: hasMailbox } = useQuery({
    queryKey: ['mailbox-exists'],
    enabled: isDevelopment,
    retry: false,
    queryFn: async () => (await fetch('/mailbox.json', { method: 'HEAD' })).ok,
  });
  if (!hasMailbox) return null;
  return (
    <p className="rounded-box border border-dashed border-base-content/30 px-4 py-3 text-sm">
      Zeus is running in development mode and does not send emails.{' '}
      <a href="/mailbox" className="text-link">
        Open the mailbox
      </a>
    </p>
  );
}
