// Describes a ledger entry in plain words. Names come from its details, so that a deleted campaign is still named.
import { plans } from '../../shared/plan.ts';

interface Entry {
  reason: string;
  delta: number;
  details: unknown;
}

/** The entry's reason for people to read; unknown kinds are returned unchanged. */
export function entryLabel({ reason, delta, details }: Entry): string {
  const [kind = '', ...rest] = reason.split(':');
  const say = labels[kind];
  return say ? say({ subject: rest.join(':'), delta, details: (details ?? {}) as Details }) : reason;
}

/** What was bought, if it has a name: the URL of a backlink, an address, or the addresses of a domain search. */
export function entryItem({ reason, details }: Pick<Entry, 'reason' | 'details'>): string | null {
  const { url, addresses } = (details ?? {}) as Details;
  if (typeof url === 'string') return url;
  if (Array.isArray(addresses) && addresses.length > 0) return addresses.join(', ');
  const [, kind, subject] = /^(?:refund:)?(\w+):(.*)$/.exec(reason) ?? [];
  return kind === 'email' && subject ? subject : null;
}

interface Details {
  url?: unknown;
  addresses?: unknown;
  plan?: unknown;
  keyword?: unknown;
  domain?: unknown;
}

interface LabelInput {
  /** The part of the reason after its kind. */
  subject: string;
  delta: number;
  details: Details;
}

const labels: Record<string, (input: LabelInput) => string> = {
  refund: ({ subject, ...rest }) => `Refund: ${entryLabel({ ...rest, reason: subject, delta: -rest.delta })}`,
  trial: () => 'Trial',
  offer: ({ subject }) => `Offer “${subject}”`,
  invoice: ({ delta, details }) => `${planName(delta, details)} plan`,
  backlink: ({ details }) => `Backlink${forCampaign(details)}`,
  backlinks: ({ delta, details }) => (delta === -1 ? 'Backlink' : `${-delta} backlinks`) + forCampaign(details),
  email: ({ subject, details }) => `Email ${subject}${forCampaign(details)}`,
  domain: ({ details }) =>
    `Domain search${typeof details.domain === 'string' ? ` of ${details.domain}` : ''}${forCampaign(details)}`,
};

function forCampaign({ keyword }: Details): string {
  return typeof keyword === 'string' ? ` for “${keyword}”` : '';
}

/** The plan named in the details, or else the one that grants this many credits. */
function planName(delta: number, { plan: id }: Details): string {
  const plan = plans.find((one) => one.id === id) ?? plans.find((one) => one.backlinkCredits === delta);
  return plan?.name ?? 'Paid';
}
