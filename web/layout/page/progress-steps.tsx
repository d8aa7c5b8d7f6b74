import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { type Campaign, campaignPage } from '../../../shared/campaign.ts';
import { paths } from '../../paths.ts';

type Step = 1 | 2 | 3;

const steps: readonly { label: string; path: (campaignId: string) => string }[] = [
  { label: 'Find backlinks', path: paths.backlinks },
  { label: 'Screen backlinks', path: paths.screenLeads },
  { label: 'Find contacts', path: paths.contacts },
];

interface ProgressStepsProps {
  current: Step;
  /** The steps it has reached become links. */
  campaign?: Pick<Campaign, 'id' | 'status' | 'failed_step' | 'mode'> | undefined;
}

/** The three steps of a campaign; those before the current one are done. */
export function ProgressSteps({ current, campaign }: ProgressStepsProps) {
  const reached = campaign ? stepsReached(campaign) : 0;
  return (
    <ol aria-label="Campaign progress" className="progress-steps">
      {steps.map(({ label, path }, index) => {
        const number = index + 1;
        const isDone = number < current;
        const text = (
          <>
            <span className="progress-number">
              {isDone ? <Check className="size-3" strokeWidth={3} aria-hidden="true" /> : number}
            </span>
            <span className="progress-label">{label}</span>
            {isDone && <span className="sr-only">(done)</span>}
          </>
        );
        const isLink = campaign && number !== current && number <= reached;
        return (
          <li key={label} aria-current={number === current ? 'step' : undefined} className="progress-step">
            {isLink ? <Link to={path(campaign.id)}>{text}</Link> : <span>{text}</span>}
          </li>
        );
      })}
    </ol>
  );
}

/** Backlinks can be screened once the user picks them; contacts are available once requested, whatever is ordered after that. */
function stepsReached({ status, failed_step, mode }: Pick<Campaign, 'status' | 'failed_step' | 'mode'>): Step {
  if (mode !== null || campaignPage(status, failed_step) === 'contacts') return 3;
  return status === 'Waiting to Pick Backlinks' ? 2 : 1;
}
