import { useEffect } from 'react';
import { PageHeader } from '../../layout/page/page-header.tsx';
import { signUpVerification } from './sign-in.api.ts';

/** A sign-up link leads here; the auth service uses it up and sends the browser on to /confirm-email. */
export function ConfirmingAddress({ token }: { token: string }) {
  const address = signUpVerification(token);
  useEffect(() => window.location.replace(address), [address]);
  return (
    <div className="grid min-h-[50dvh] place-content-center">
      <PageHeader
        centred
        title="Confirming your email…"
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
