import { History } from 'lucide-react';
import type { SiteHistory } from '../../shared/prospect.ts';
import { Badge } from '../ui/values/badge.tsx';
import { historyWords } from './prospect-words.ts';

/** What the user knew about a site that is in the list all the same. */
export function HistoryBadge({ history }: { history: SiteHistory | null }) {
  if (!history) return null;
  const words = historyWords(history);
  return (
    <Badge tone="warning" icon={History} title={words}>
      {words}
    </Badge>
  );
}
