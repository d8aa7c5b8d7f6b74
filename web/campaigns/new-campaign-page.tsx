import { Link2, type LucideIcon, Search, WandSparkles } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { PageHeader } from '../layout/page-header.tsx';
import { ProgressSteps } from '../layout/progress-steps.tsx';
import { Banner } from '../ui/banner.tsx';

const sources: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Search,
    title: 'Organic Search (Google)',
    text: 'Zeus looks up the pages that rank for your keyword. You pick some, and Zeus finds who links to them.',
  },
  {
    icon: WandSparkles,
    title: 'Magic Search',
    text: 'Zeus goes straight to a live backlink database. A campaign uses up to 100 credits.',
  },
  {
    icon: Link2,
    title: 'Own backlinks',
    text: 'Bring your own list, one URL per line, and Zeus finds the people behind it.',
  },
];

export function NewCampaignPage() {
  const [query] = useSearchParams();
  return (
    <>
      <ProgressSteps current={1} />
      <PageHeader title="New campaign" intro="A campaign starts with where its backlinks come from." />
      {query.get('onboarding') === 'true' && (
        <Banner tone="info">
          <strong>Welcome to Zeus.</strong> Your first campaign takes three steps: find backlinks, screen them, find the
          people to write to.
        </Banner>
      )}
      <ul className="grid gap-4 md:grid-cols-3">
        {sources.map(({ icon: Icon, title, text }) => (
          <li key={title} className="card-surface p-6">
            <Icon className="size-6" aria-hidden="true" />
            <h2 className="mt-4 text-lg font-bold">{title}</h2>
            <p className="mt-1 text-base-content/75">{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
