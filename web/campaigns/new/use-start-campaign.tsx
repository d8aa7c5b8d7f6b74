// Sends a new campaign, once: the same form sent again, because nobody knows whether the first one arrived, carries the
// same key, and the server makes one campaign of both.
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { ApiError } from '../../platform/api.ts';
import type { FormProblems } from '../../ui/form/form-problems.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import { useIsShown } from '../../ui/use-is-shown.ts';
import { createCampaign, type NewCampaign } from '../campaigns.api.ts';

/** Gives a function that starts a campaign and leads to the list, unless the user has gone elsewhere; it gives back what is wrong. */
export function useStartCampaign() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isShown = useIsShown();
  const sent = useRef({ text: '', key: '' });
  return async (campaign: NewCampaign): Promise<{ problems: FormProblems; error: ApiError } | undefined> => {
    const text = JSON.stringify(campaign);
    if (sent.current.text !== text) sent.current = { text, key: newKey() };
    try {
      await createCampaign(campaign, sent.current.key);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isShown()) showToast('error', `Your campaign may not have started. ${error.message}`);
      return { problems: { form: describe(error) }, error };
    }
    await queryClient.invalidateQueries({ queryKey: ['requests'] });
    showToast('success', 'Your campaign has started.');
    if (isShown()) await navigate(paths.dashboard());
    return undefined;
  };
}

function describe(error: ApiError) {
  if (error.code !== 'no-credit') return error.message;
  return (
    <>
      {error.message}{' '}
      <Link to={paths.billing()} className="text-link">
        Get more credits
      </Link>
    </>
  );
}

/** crypto.randomUUID is missing where a site is served without TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
