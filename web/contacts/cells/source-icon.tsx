import { Search } from 'lucide-react';
import type { ContactSource } from '../../../shared/contact.ts';
import { Mark } from '../../layout/navigation/mark.tsx';
import { Tooltip } from '../../ui/overlay/tooltip.tsx';

const providers: Record<ContactSource, string> = {
  'zeus-own': 'Zeus',
  clearout: 'Clearout',
  'voila-norbert': 'Voila Norbert',
  snovio: 'Snov.io',
  'snovio-v2': 'Snov.io (v2)',
  useArtemis: 'Artemis',
};

/** Who found an email, as an icon whose tooltip names the provider. */
export function SourceIcon({ source }: { source: string }) {
  const provider = providers[source as ContactSource] ?? source;
  const isOwn = source === 'zeus-own';
  return (
    <Tooltip text={`Found by ${provider}`}>
      <span
        role="img"
        aria-label={provider}
        className={`grid size-7 place-items-center rounded-selector bg-base-200 text-sm font-semibold ring-1 ring-base-300 ring-inset dark:bg-base-300/60`}
      >
        {isOwn ? <Mark className="size-5" /> : (provider[0] ?? <Search className="size-4" aria-hidden="true" />)}
      </span>
    </Tooltip>
  );
}
