import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useDeferredValue } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Prospect } from '../../shared/prospect.ts';
import { type ProspectState, prospectStates } from '../../shared/prospect-values.ts';
import { paths } from '../paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Field } from '../ui/form/field.tsx';
import { SelectField } from '../ui/form/select-field.tsx';
import { LoadProblem } from '../ui/load-problem.tsx';
import { Pager } from '../ui/table/pager.tsx';
import { showToast } from '../ui/toast/toasts.ts';
import { Badge } from '../ui/values/badge.tsx';
import { countOf } from '../ui/values/figures.ts';
import { RelativeTime } from '../ui/values/relative-time.tsx';
import { stateNames, stateTones } from './prospect-words.ts';
import { prospectsQuery, useChangeProspects } from './prospects.api.ts';

const pageSize = 25;
const anyState = 'any';
const orders = {
  'last_seen_at.desc': 'Last seen',
  'contacted_at.desc': 'Last contacted',
  'contacts.desc': 'Most contacts',
  'domain.asc': 'Domain',
} as const;
type Order = keyof typeof orders;

const stateOptions = [
  { value: anyState, name: 'All states' },
  ...prospectStates.map((value) => ({ value, name: stateNames[value] })),
];
const orderOptions = Object.entries(orders).map(([value, name]) => ({ value, name }));

/** The list, with its filters in the address. */
export function ProspectList() {
  const [address, setAddress] = useSearchParams();
  const search = address.get('search') ?? '';
  const state = prospectStates.find((one) => one === address.get('state'));
  const order: Order =
    (Object.keys(orders) as Order[]).find((one) => one === address.get('order')) ?? 'last_seen_at.desc';
  const page = Math.max(0, Math.trunc(Number(address.get('page') ?? 1)) - 1 || 0);
  const query = useDeferredValue(`${search}\n${state ?? ''}\n${order}\n${page}`);
  const { data, error, refetch } = useQuery(prospectsQuery(toQuery(query)));
  const change = (name: string, value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (name !== 'page') next.delete('page');
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const isFiltered = search !== '' || state !== undefined;
  return (
    <section aria-label="Prospects">
      <div className="mb-4 grid gap-4 sm:grid-cols-3">
        <Field
          label="Search"
          name="search"
          type="search"
          autoComplete="off"
          maxLength={200}
          placeholder="example.com"
          value={search}
          onChange={(event) => change('search', event.target.value)}
        />
        <SelectField
          label="State"
          name="state"
          autoComplete="off"
          options={stateOptions}
          value={state ?? anyState}
          onChange={(event) => change('state', event.target.value === anyState ? '' : event.target.value)}
        />
        <SelectField
          label="Sort by"
          name="order"
          autoComplete="off"
          options={orderOptions}
          value={order}
          onChange={(event) => change('order', event.target.value)}
        />
      </div>
      {data?.total === 0 && (
        <EmptyState icon={Globe}>
          {isFiltered ? 'No site matches.' : 'There are no prospects yet. They appear as your campaigns find sites.'}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <div className="card-surface @container overflow-hidden">
          <ul className="divide-y divide-base-300">
            {data.rows.map((prospect) => (
              <Row key={prospect.domain} prospect={prospect} />
            ))}
          </ul>
          <Pager
            label="prospects"
            page={page}
            pageCount={Math.ceil(data.total / pageSize)}
            pageSize={pageSize}
            count={data.total}
            onPage={(next) => change('page', String(next + 1))}
          />
        </div>
      )}
    </section>
  );
}

function toQuery(text: string) {
  const [search = '', state = '', order = 'last_seen_at.desc', page = '0'] = text.split('\n');
  return {
    limit: pageSize,
    offset: Number(page) * pageSize,
    order: order as Order,
    ...(search.trim() === '' ? {} : { search }),
    ...(state === '' ? {} : { state: state as ProspectState }),
  };
}

function Row({ prospect }: { prospect: Prospect }) {
  const { domain, state, contacts, contacted_at: contactedAt, last_seen_at: seenAt, campaigns } = prospect;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-medium wrap-anywhere">
          {domain} <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
        </p>
        <p className="text-[0.8125rem] text-base-content/75 wrap-anywhere">
          {contacts > 0 && `${countOf(contacts, 'contact')} · `}
          {contactedAt && (
            <>
              contacted <RelativeTime at={contactedAt} /> ·{' '}
            </>
          )}
          seen <RelativeTime at={seenAt} />
          {campaigns.map(({ id, keyword }) => (
            <span key={id}>
              {' · '}
              <Link to={paths.backlinks(id)} className="text-link">
                {keyword}
              </Link>
            </span>
          ))}
        </p>
      </div>
      <StateChoice prospect={prospect} />
    </li>
  );
}

function StateChoice({ prospect: { domain, state } }: { prospect: Prospect }) {
  const { mutate, variables, isPending } = useChangeProspects();
  return (
    <select
      className="input h-9 w-44 appearance-auto pr-2 text-sm"
      aria-label={`State of ${domain}`}
      value={isPending ? variables.state : state}
      onChange={(event) =>
        mutate(
          { domains: [domain], state: event.target.value as ProspectState },
          { onError: (error) => showToast('error', `The state of ${domain} was not saved. ${error.message}`) },
        )
      }
    >
      {prospectStates.map((value) => (
        <option key={value} value={value}>
          {stateNames[value]}
        </option>
      ))}
    </select>
  );
}
