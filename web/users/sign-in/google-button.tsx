import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unreachable } from '../../platform/api.ts';
import { Banner } from '../../ui/banner.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { useReturn } from '../../ui/use-return.ts';
import { describeAuthError } from '../auth-problems.ts';
import { GoogleMark } from './google-mark.tsx';
import { authSettingsQuery, signInWithGoogle } from './sign-in.api.ts';

interface GoogleButtonProps {
  label: string;
  /** The page that Google returns to. */
  comeBackTo: string;
}

/** Sign-in with Google, with its divider; a hint if the operator has not set it up or that is not known. */
export function GoogleButton({ label, comeBackTo }: GoogleButtonProps) {
  const { data: settings, isError, refetch } = useQuery(authSettingsQuery);
  const [isLeaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useReturn(() => setLeaving(false));
  if (isError) return <NotKnown onRetry={() => void refetch()} />;
  if (settings?.external.google === false) {
    return <p className="text-center text-sm text-base-content/75">Signing in with Google is not set up here.</p>;
  }
  const handleClick = async () => {
    if (isLeaving) return;
    setLeaving(true);
    const found = await signInWithGoogle(comeBackTo).then(
      (error) => error && describeAuthError(error),
      // The auth client could not be loaded.
      () => unreachable,
    );
    setProblem(found);
    if (found) setLeaving(false);
  };
  // Keeps its space until it is known whether it may be shown.
  return (
    <div className={settings ? '' : 'invisible'}>
      <Divider />
      {problem && <Banner tone="error">{problem}</Banner>}
      <button type="button" className="btn btn-plain btn-block h-11" aria-disabled={isLeaving} onClick={handleClick}>
        {isLeaving ? <Spinner /> : <GoogleMark />}
        {label}
      </button>
      {settings?.external_google_practice && (
        <p className="mt-2 text-center text-sm text-balance text-base-content/75">
          Practice mode: Google is simulated, and nothing leaves your machine.
        </p>
      )}
    </div>
  );
}

function NotKnown({ onRetry }: { onRetry: () => void }) {
  const place = useFocusBack<HTMLParagraphElement>();
  return (
    <p ref={place} role="status" className="text-center text-sm text-base-content/75">
      Zeus couldn’t check whether you can sign in with Google.{' '}
      <button type="button" className="text-link cursor-pointer" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}

function Divider() {
  return (
    <div className="mb-6 flex items-center gap-3 text-sm text-base-content/75" aria-hidden="true">
      <span className="h-px grow bg-base-300" />
      or
      <span className="h-px grow bg-base-300" />
    </div>
  );
}
