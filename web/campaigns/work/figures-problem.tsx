import type { Campaign } from '../../../shared/campaign.ts';
import { Banner } from '../../ui/banner.tsx';

const reasons: Record<NonNullable<Campaign['figures_problem']>, string> = {
  account: 'has stopped working for this site',
  unavailable: 'could not be reached',
};

/** Says why ratings and traffic are N/A if a service that states them failed. `during`: the list's step. */
export function FiguresProblem({ campaign, during }: { campaign: Campaign; during: string }) {
  const { figures_problem: problem, status } = campaign;
  if (problem === null || status !== during) return null;
  return (
    <Banner tone="warning">
      Some ratings and traffic figures are missing, because a service that Zeus gets them from {reasons[problem]}. They
      are shown as N/A.
    </Banner>
  );
}
