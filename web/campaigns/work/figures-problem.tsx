import type { Campaign } from '../../../shared/campaign.ts';
import { Banner } from '../../ui/banner.tsx';

const reasons: Record<NonNullable<Campaign['figures_problem']>, string> = {
  account: 'this server currently can’t use a service that provides them',
  unavailable: 'a service that provides them could not be reached',
};

/** Says why ratings and traffic are N/A if a service that states them failed. `during`: the list's step. */
export function FiguresProblem({ campaign, during }: { campaign: Campaign; during: string }) {
  const { figures_problem: problem, status } = campaign;
  if (problem === null || status !== during) return null;
  return (
    <Banner tone="warning">
      Some ratings and traffic figures are missing because {reasons[problem]}. They are shown as N/A.
    </Banner>
  );
}
