import { ChevronLeft, ChevronRight, Users } from 'lucide-react';
import type { Backlink } from '../../../shared/backlink.ts';
import type { Contact } from '../../../shared/contact.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { useKeys } from '../../ui/use-keys.ts';
import { SiteCard } from './site-card.tsx';

interface ScreenBySiteProps {
  /** The kept ones. */
  backlinks: readonly Backlink[];
  contacts: readonly Contact[];
  page: number;
  onPage: (page: number) => void;
}

/** One kept backlink per page. Behind the last one comes the first again. */
export function ScreenBySite({ backlinks, contacts, page, onPage }: ScreenBySiteProps) {
  const count = backlinks.length;
  const at = Math.min(page, Math.max(0, count - 1));
  const turn = (by: number) => count > 0 && onPage((at + by + count) % count);
  useKeys({ arrowleft: () => turn(-1), arrowright: () => turn(1) });
  const backlink = backlinks[at];
  if (!backlink) return <EmptyState icon={Users}>No backlink is kept, so there is nobody to look for.</EmptyState>;
  const own = contacts.filter(({ backlink_id }) => backlink_id.id === backlink.id);
  return (
    <>
      <SiteCard key={backlink.id} backlink={backlink} contacts={own} />
      <nav aria-label="Pages of kept backlinks" className="mt-5 flex items-center justify-center gap-3">
        <button type="button" className="btn btn-plain" onClick={() => turn(-1)}>
          <ChevronLeft className="size-4.5" aria-hidden="true" />
          <span className="max-sm:sr-only">Previous backlink</span>
          <KeyHint name="←" />
        </button>
        <p role="status" className="min-w-24 text-center font-semibold tabular-nums">
          {(at + 1).toLocaleString()} of {count.toLocaleString()}
        </p>
        <button type="button" className="btn btn-plain" onClick={() => turn(1)}>
          <KeyHint name="→" />
          <span className="max-sm:sr-only">Next backlink</span>
          <ChevronRight className="size-4.5" aria-hidden="true" />
        </button>
      </nav>
    </>
  );
}
