import { Receipt } from 'lucide-react';
import type { BillingRecordView } from '../../shared/billing.ts';
import { parseUrl } from '../../shared/parse-url.ts';
import { plans } from '../../shared/plan.ts';
import { formatLongDate } from '../ui/values/dates.ts';
import { formatMoney } from '../ui/values/figures.ts';
import { OutsideLink } from '../ui/values/outside-link.tsx';

/** Payments and refunds. */
export function PaymentList({ records }: { records: readonly BillingRecordView[] }) {
  if (records.length === 0) return <p className="py-3 text-base-content/75">No payments yet.</p>;
  return (
    <ul className="divide-y divide-base-300">
      {records.map((record) => (
        <li key={record.id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
          <span className="min-w-0">
            <span className="block">{describeRecord(record)}</span>
            <span className="text-sm text-base-content/75">{formatLongDate(new Date(record.at))}</span>
          </span>
          <span className="flex items-center gap-4 text-sm">
            <InvoiceLink url={record.receipt_url} />
            {record.kind !== 'ended' && <span className="font-semibold tabular-nums">{amountOf(record)}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Only our own and https pages are linked. */
function InvoiceLink({ url }: { url: string | null }) {
  const { origin } = window.location;
  const page = url ? parseUrl(url, origin) : null;
  if (!page || (page.protocol !== 'https:' && page.origin !== origin)) return null;
  return (
    <OutsideLink href={page.href} className="text-link inline-flex items-center gap-1">
      <Receipt className="size-4" aria-hidden="true" />
      Invoice
    </OutsideLink>
  );
}

const refundNames: Record<string, string> = { failed: 'Failed refund', canceled: 'Canceled refund' };
/** Includes an inquiry that never became a dispute, and a dispute that the bank prevented. */
const settled = ['won', 'lost', 'warning_closed', 'prevented'];

function describeRecord({ kind, plan, status }: BillingRecordView): string {
  const name = plans.find(({ id }) => id === plan)?.name ?? 'Zeus';
  if (kind === 'payment') return `${name} plan`;
  if (kind === 'refund') return refundNames[status] ?? 'Refund';
  if (kind === 'ended') return `Second ${name} subscription ended so you don’t pay twice. You keep its credits.`;
  return settled.includes(status) ? 'Payment dispute settled' : 'Payment disputed';
}

function amountOf({ kind, amount, currency }: BillingRecordView): string {
  const money = formatMoney(amount * (hundredthsPerUnit[currency] ?? 1), currency);
  return kind === 'refund' ? `−${money}` : money;
}

/** Where Stripe's smallest unit is not a hundredth. ISK and UGX have none in use, but Stripe still counts hundredths of them. */
const hundredthsPerUnit: Record<string, number> = {
  ...Object.fromEntries(
    'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ').map((one) => [one, 100]),
  ),
  ...Object.fromEntries('bhd jod kwd omr tnd'.split(' ').map((one) => [one, 0.1])),
};
