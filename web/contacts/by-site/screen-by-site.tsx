import { ChevronLeft, ChevronRight, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Backlink } from '../../../shared/backlink.ts';
import type { Contact } from '../../../shared/contact.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Shortcuts } from '../../ui/shortcuts/shortcuts.tsx';
import { useKeys } from '../../ui/use-keys.ts';
import { formatNumber } from '../../ui/values/figures.ts';
import { SiteCard } from './site-card.tsx';

interface ScreenBySiteProps {
  /** The kept ones. */
  backlinks: readonly Backlink[];
  contacts: readonly Contact[];
  page: number;
  onPage: (page: number) => void;
  /** Shown next to the pager above the card, where it does not move when the next card is taller, or with another view. */
  viewButtons: ReactNode;
}

/** One kept backlink per page. After the last one comes the first again. */
export function ScreenBySite({ backlinks, contacts, page, onPage, viewButtons }: ScreenBySiteProps) {
  const count = backlinks.length;
  const at = Math.min(page, Math.max(0, count - 1));
  const turn = (by: number) => count > 0 && onPage((at + by + count) % count);
  useKeys({ arrowleft: () => turn(-1), arrowright: () => turn(1) });
  const backlink = backlinks[at];
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3 pt-0.75">
        {viewButtons}
        {backlink && <SitePager at={at} count={count} onTurn={turn} />}
      </div>
      {backlink ? (
        <SiteCard key={backlink.id} backlink={backlink} contacts={contactsOf(backlink, contacts)} />
      ) : (
        <EmptyState icon={Users}>You didn’t keep any backlinks, so there are no contacts to find.</EmptyState>
      )}
      <Shortcuts of="Contacts" list={shortcuts} />
    </>
  );
}

const shortcuts = [{ keys: ['←', '→'], action: 'Previous or next backlink' }];

const contactsOf = (backlink: Backlink, contacts: readonly Contact[]) =>
  contacts.filter(({ backlink_id }) => backlink_id.id === backlink.id);

function SitePager({ at, count, onTurn }: { at: number; count: number; onTurn: (by: number) => void }) {
  return (
    <nav aria-label="Pages of kept backlinks" className="flex items-center gap-2 max-sm:w-full max-sm:justify-between">
      <button type="button" className="btn btn-plain" aria-label="Previous backlink" onClick={() => onTurn(-1)}>
        <ChevronLeft className="size-4.5" aria-hidden="true" />
        <KeyHint name="←" />
      </button>
      <p role="status" className="min-w-24 text-center font-semibold tabular-nums">
        {formatNumber(at + 1)} of {formatNumber(count)}
      </p>
      <button type="button" className="btn btn-plain" aria-label="Next backlink" onClick={() => onTurn(1)}>
        <KeyHint name="→" />
        <ChevronRight className="size-4.5" aria-hidden="true" />
      </button>
    </nav>
  );
}
