import { useEffect } from 'react';
import { PageHeader } from '../../layout/page/page-header.tsx';
import { linkVerification } from './sign-in.api.ts';

interface FollowingLinkProps {
  type: 'signup' | 'recovery';
  token: string;
}

const titles = { signup: 'Confirming your email…', recovery: 'Opening your link…' };

/**
 * Links in emails lead here, not to the auth service itself: software that scans emails opens every link, and would use it
 * up before its owner does. The auth service sends the browser on.
 */
export function FollowingLink({ type, token }: FollowingLinkProps) {
  const address = linkVerification(type, token);
  useEffect(() => window.location.replace(address), [address]);
  return (
    <div className="grid min-h-[50dvh] place-content-center">
      <PageHeader
        centered
        title={titles[type]}
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
