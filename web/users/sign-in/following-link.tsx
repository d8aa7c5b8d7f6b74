import { useEffect } from 'react';
import { PageHeader } from '../../layout/page/page-header.tsx';
import { type EmailedLink, linkVerification } from './sign-in.api.ts';

const confirming = ['signup', 'email_change'];

/**
 * Links in emails lead here, not to the auth service itself: software that scans emails opens every link, and would use it
 * up before its owner does. The auth service sends the browser on.
 */
export function FollowingLink(link: EmailedLink) {
  const address = linkVerification(link);
  useEffect(() => window.location.replace(address), [address]);
  return (
    <div className="grid min-h-[50dvh] place-content-center">
      <PageHeader
        centered
        title={confirming.includes(link.type) ? 'Confirming your email…' : 'Opening your link…'}
        intro={
          <>
            Nothing happens?{' '}
            <a href={address} className="text-link">
              Continue
            </a>
          </>
        }
      />
    </div>
  );
}
