// The three views of the results. The view and the current site are kept in the URL.
import { useCallback } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import type { Campaign } from '../../shared/campaign.ts';
import type { Contact } from '../../shared/contact.ts';
import { useSaveRows } from '../platform/rows.ts';
import { BlockSites } from '../prospects/block-site.tsx';
import { useAddressIndex, useAddressState } from '../ui/address.ts';
import { ScreenBySite } from './by-site/screen-by-site.tsx';
import { ContactsFound } from './contacts-found.tsx';
import { EvidencePanel } from './evidence/evidence-panel.tsx';
import { OpenEvidence } from './evidence/open-evidence.ts';
import { hasEmail } from './has-email.ts';
import { KeptBacklinks } from './kept-backlinks.tsx';
import { NoCreditNotice } from './no-credit-notice.tsx';

type View = 'by-site' | 'found' | 'backlinks';

const views: readonly { view: View; label: string }[] = [
  { view: 'by-site', label: 'Screen by site' },
  { view: 'found', label: 'See contacts found' },
  { view: 'backlinks', label: 'See all backlinks' },
];

const firstView: View = 'by-site';

interface ContactsViewsProps {
  campaign: Campaign;
  /** The kept ones. */
  backlinks: readonly Backlink[];
  contacts: readonly Contact[];
}

export function ContactsViews({ campaign, backlinks, contacts }: ContactsViewsProps) {
  const [chosen, setChosen] = useAddressState('view');
  const [site = 0, setSite] = useAddressIndex('site');
  const [openId, setOpenId] = useAddressState('evidence');
  const closeEvidence = useCallback(() => setOpenId(null), [setOpenId]);
  const opened = contacts.find((contact) => contact.id === openId && hasEmail(contact));
  const shown = views.find(({ view }) => view === chosen)?.view ?? firstView;
  const save = useSaveRows('contacts', campaign.id);
  const deselect = (domain: string) => {
    const ids = contacts.flatMap(({ id, keep, backlink_id }) => (keep && backlink_id.domain === domain ? [id] : []));
    save(ids.map((id) => ({ id, keep: false })));
    return () => save(ids.map((id) => ({ id, keep: true })));
  };
  const viewButtons = <ViewButtons shown={shown} onShow={(view) => setChosen(view === firstView ? null : view)} />;
  return (
    <OpenEvidence value={setOpenId}>
      <BlockSites campaignId={campaign.id} keyword={campaign.keyword} deselect={deselect}>
        <NoCreditNotice campaignId={campaign.id} {...{ backlinks, contacts }} />
        {shown === 'by-site' && <ScreenBySite {...{ backlinks, contacts, viewButtons }} page={site} onPage={setSite} />}
        {shown === 'found' && <ContactsFound campaignId={campaign.id} {...{ contacts, viewButtons }} />}
        {shown === 'backlinks' && <KeptBacklinks {...{ backlinks, contacts, viewButtons }} />}
        {opened && <EvidencePanel key={opened.id} contact={opened} onClose={closeEvidence} />}
      </BlockSites>
    </OpenEvidence>
  );
}

function ViewButtons({ shown, onShow }: { shown: View; onShow: (view: View) => void }) {
  return (
    <fieldset className="segments">
      <legend className="sr-only">View</legend>
      {views.map(({ view, label }) => (
        <button key={view} type="button" aria-pressed={view === shown} onClick={() => onShow(view)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
