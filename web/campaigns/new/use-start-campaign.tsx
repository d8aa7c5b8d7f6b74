// Sends new campaigns once: if the same form is sent again, because it is unknown whether the first request arrived, it has the
// same key, and the server creates them once (unanswered.ts).
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { ApiError, isRefused } from '../../platform/api.ts';
import { forgetDraft } from '../../platform/drafts.ts';
import { newUuid } from '../../platform/new-uuid.ts';
import type { FormProblems } from '../../ui/form/form-problems.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import { useIsShown } from '../../ui/use-is-shown.ts';
import { createCampaign, type NewCampaign, rereadCampaigns } from '../campaigns.api.ts';
import { keySent, noteAnswer, noteSent } from './unanswered.ts';

/**
 * Returns a function that starts a campaign and goes to the list, unless the user has moved on. It returns any problems. `draft`:
 * what the form has kept, forgotten once the campaign has started.
 */
export function useStartCampaign(draft: string) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isShown = useIsShown();
  // Also after an answer: a late second click is the same campaign.
  const sent = useRef({ text: '', key: '' });
  return async (campaign: NewCampaign): Promise<{ problems: FormProblems; error: ApiError } | undefined> => {
    const text = JSON.stringify(campaign);
    if (sent.current.text !== text) sent.current = { text, key: keySent(campaign) ?? newUuid() };
    noteSent(campaign, sent.current.key);
    try {
      await createCampaign(campaign, sent.current.key);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isRefused(error)) noteAnswer(campaign);
      if (error.code === 'no-credit') void queryClient.invalidateQueries({ queryKey: ['profiles'] });
      if (!isShown()) {
        const name = campaign.keywords ? 'Your campaigns' : 'Your campaign';
        const started = isRefused(error) ? 'could not be started' : 'may not have started';
        showToast('error', `${name} ${started}. ${error.message}`);
      }
      return { problems: { form: describeProblem(error) }, error };
    }
    noteAnswer(campaign);
    forgetDraft(draft);
    await rereadCampaigns(queryClient);
    const count = campaign.keywords?.length ?? 1;
    showToast('success', count > 1 ? `Your ${count} campaigns have started.` : 'Your campaign has started.');
    if (isShown()) await navigate(paths.dashboard());
    return undefined;
  };
}

/** The form's message about it; without credits, with a link to billing. */
export function describeProblem(error: ApiError) {
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
