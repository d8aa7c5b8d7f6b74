// Screening itself: the screenshot of one lead, what is known about it, and the decision, by button or key.
import { usePrefetchQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import { type RemovalReason, removalReasons } from '../../shared/lead-values.ts';
import { profileQuery } from '../platform/profile.ts';
import { useBlockSite } from '../prospects/use-block-site.tsx';
import { changeAddress, readAddress } from '../ui/address.ts';
import { useWasShown } from '../ui/one-press.ts';
import { Shortcuts } from '../ui/shortcuts/shortcuts.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { openOutside } from '../ui/values/outside-link.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { EmailModeModal } from './email-mode-modal.tsx';
import { GroupBar } from './group-bar.tsx';
import { LeadFacts } from './lead-facts.tsx';
import { type NotesDialog, NotesDialogs } from './lead-notes.tsx';
import { LeadScreenshot, type PictureView } from './lead-screenshot.tsx';
import { ScreeningEnd } from './screening-end.tsx';
import { placeOf, ScreeningProgress } from './screening-progress.tsx';
import { usePreloadedScreenshot } from './screenshot.api.ts';
import { groupAfter } from './use-lead-group.ts';
import { useScreening } from './use-screening.ts';

const shortcuts = [
  { keys: ['K'], action: 'Keep the lead' },
  { keys: ['R'], action: 'Remove the lead' },
  { keys: ['1', '…', '5'], action: 'Remove the lead, with a reason' },
  { keys: ['B'], action: 'Block the site' },
  { keys: ['O'], action: 'Open the page in a new tab' },
  { keys: ['N'], action: 'Write a note' },
  { keys: ['T'], action: 'Tag the lead' },
  { keys: ['L'], action: 'Show the link or the top of the page' },
  { keys: ['U'], action: 'Undo the last decision' },
  { keys: ['G'], action: 'Screen the next group' },
  { keys: ['←', '→'], action: 'Previous or next lead' },
];

interface ScreeningProps {
  campaignId: string;
  keyword: string;
  backlinks: readonly Backlink[];
}

export function Screening({ campaignId, keyword, backlinks }: ScreeningProps) {
  const { sites, reasonDialog } = useBlockSite(campaignId, keyword);
  const screening = useScreening({ campaignId, backlinks, sites });
  const [isChoosing, setChoosing] = useState(() => readAddress().has('find_emails'));
  const handleNotNow = () => {
    setChoosing(false);
    changeAddress({ find_emails: null });
  };
  const [notesDialog, setNotesDialog] = useState<NotesDialog>(null);
  // Stays for the next leads: users who judge by the link want to see the next one too.
  const [view, setView] = useState<PictureView>('top');
  const toggleView = () => setView(view === 'top' ? 'link' : 'top');
  const { all, leads, at, group, choose, goTo, undo } = screening;
  const lead = leads[at];
  // So that the modal knows the balance when it opens.
  usePrefetchQuery(profileQuery);
  usePreloadedScreenshot(leads[at + 1]?.id);
  const wasShown = useWasShown(lead?.id);
  const handleDecide = (keep: boolean, pressedAt: number, reason?: RemovalReason) => {
    if (!wasShown(pressedAt)) return;
    const isLast = screening.decide(keep, reason);
    const keepsAny = all.some((one) => (one.id === lead?.id ? keep : one.keep));
    if (isLast && keepsAny) setChoosing(true);
  };
  const handleBlock = (pressedAt: number) => {
    if (!wasShown(pressedAt)) return;
    const isLast = screening.block();
    if (isLast && all.some((one) => one.domain !== lead?.domain && one.keep)) setChoosing(true);
  };
  useKeys({
    k: ({ timeStamp }) => handleDecide(true, timeStamp),
    r: ({ timeStamp }) => handleDecide(false, timeStamp),
    b: ({ timeStamp }) => handleBlock(timeStamp),
    l: toggleView,
    o: () => lead && openOutside(lead.url_from),
    n: () => lead && setNotesDialog('note'),
    t: () => lead && setNotesDialog('tags'),
    ...Object.fromEntries(
      removalReasons.map((reason, index) => [
        index + 1,
        ({ timeStamp }: KeyboardEvent) => handleDecide(false, timeStamp, reason),
      ]),
    ),
    u: undo,
    g: () => choose(groupAfter(group, all)),
    arrowleft: () => goTo(at - 1),
    arrowright: () => goTo(at + 1),
  });
  return (
    <>
      <ScreeningProgress screening={screening}>
        {(group !== null || all.some(({ triage }) => triage !== null)) && (
          <GroupBar leads={all} group={group} onChoose={choose} />
        )}
      </ScreeningProgress>
      <div className="sr-only" aria-live="polite">
        <p>{screening.news}</p>
        <p>{lead ? `Now ${placeOf(screening)}: ${lead.title || lead.url_from}` : 'No more leads'}</p>
      </div>
      {lead ? (
        <div className="screening-stage">
          <LeadScreenshot lead={lead} view={view} onToggle={toggleView} />
          <div className="flex min-w-0 flex-col gap-5 lg:flex-col-reverse">
            <LeadFacts lead={lead} rule={sites.ruleOf(lead.domain)} onNotes={setNotesDialog} />
            <DecisionButtons screening={screening} onDecide={handleDecide} onBlock={handleBlock} />
          </div>
        </div>
      ) : (
        <ScreeningEnd screening={screening} onFindEmails={() => setChoosing(true)} />
      )}
      {lead && (
        <NotesDialogs {...{ campaignId, lead, leads: all }} open={notesDialog} onClose={() => setNotesDialog(null)} />
      )}
      {reasonDialog}
      {isChoosing && <EmailModeModal campaignId={campaignId} backlinks={backlinks} onClose={handleNotNow} />}
      <div className={`flex justify-end ${lead ? 'max-lg:pb-20' : ''}`}>
        <Shortcuts of="Screening" list={shortcuts} hasButton />
      </div>
    </>
  );
}
