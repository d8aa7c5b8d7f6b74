// Screening itself: the screenshot of one lead, what is known about it, and the decision, by button or key.
import { usePrefetchQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import { profileQuery } from '../platform/profile.ts';
import { useWasShown } from '../ui/one-press.ts';
import { useKeys } from '../ui/use-keys.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import { EmailModeModal } from './email-mode-modal.tsx';
import { LeadFacts } from './lead-facts.tsx';
import { LeadScreenshot } from './lead-screenshot.tsx';
import { ScreeningEnd } from './screening-end.tsx';
import { ScreeningProgress } from './screening-progress.tsx';
import { usePreloadedScreenshot } from './screenshot.api.ts';
import { useScreening } from './use-screening.ts';

interface ScreeningProps {
  campaignId: string;
  backlinks: readonly Backlink[];
}

export function Screening({ campaignId, backlinks }: ScreeningProps) {
  const screening = useScreening(campaignId, backlinks);
  const [isChoosing, setChoosing] = useState(false);
  const { leads, at, goTo, undo } = screening;
  const lead = leads[at];
  // So that the modal knows the balance when it opens.
  usePrefetchQuery(profileQuery);
  usePreloadedScreenshot(leads[at + 1]?.id);
  const wasShown = useWasShown(lead?.id);
  const handleDecide = (keep: boolean, pressedAt: number) => {
    if (!wasShown(pressedAt)) return;
    const isLast = screening.decide(keep);
    const keepsAny = leads.some((one) => (one.id === lead?.id ? keep : one.keep));
    if (isLast && keepsAny) setChoosing(true);
  };
  useKeys({
    k: ({ timeStamp }) => handleDecide(true, timeStamp),
    r: ({ timeStamp }) => handleDecide(false, timeStamp),
    u: undo,
    arrowleft: () => goTo(at - 1),
    arrowright: () => goTo(at + 1),
  });
  return (
    <>
      <ScreeningProgress screening={screening} />
      <p className="sr-only" aria-live="polite">
        {screening.news}
      </p>
      {lead ? (
        <div className="screening-stage max-lg:pb-20">
          <LeadScreenshot lead={lead} />
          <div className="flex min-w-0 flex-col gap-5 lg:flex-col-reverse">
            <LeadFacts lead={lead} />
            <DecisionButtons screening={screening} onDecide={handleDecide} />
          </div>
        </div>
      ) : (
        <ScreeningEnd screening={screening} onFindEmails={() => setChoosing(true)} />
      )}
      {isChoosing && (
        <EmailModeModal campaignId={campaignId} backlinks={backlinks} onClose={() => setChoosing(false)} />
      )}
    </>
  );
}
