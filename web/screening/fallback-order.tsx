// Whom Zeus looks for when a page names no author: the order, and controls to change it.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type FallbackStep, fallbackNames, fallbackSteps } from '../../shared/outreach-values.ts';

interface FallbackOrderProps {
  order: readonly FallbackStep[];
  onChange: (order: FallbackStep[]) => void;
}

export function FallbackOrder({ order, onChange }: FallbackOrderProps) {
  const names = ['Author', ...order.map((step) => fallbackNames[step])];
  return (
    <details className="mt-4 rounded-box border border-base-300 px-4 py-3 text-sm">
      <summary className="cursor-pointer">
        <span className="font-semibold">Who comes first:</span> {names.join(' → ')}
      </summary>
      <p className="mt-3 text-pretty text-base-content/75">
        If a page names no author, Author Mode looks for the first of these people who has an email, for one email
        credit. Generic emails come with Domain Mode or the full domain search, which look for emails in this order.
        Contact forms are free. Zeus skips what you leave out.
      </p>
      <ol className="mt-2">
        {[...order, ...fallbackSteps.filter((step) => !order.includes(step))].map((step) => (
          <Step key={step} step={step} order={order} onChange={onChange} />
        ))}
      </ol>
    </details>
  );
}

function Step({ step, order, onChange }: FallbackOrderProps & { step: FallbackStep }) {
  const at = order.indexOf(step);
  const name = fallbackNames[step];
  const moveTo = (place: number) => onChange(order.filter((one) => one !== step).toSpliced(place, 0, step));
  const toggle = () => (at < 0 ? moveTo(order.length) : onChange(order.filter((one) => one !== step)));
  return (
    <li className="flex items-center gap-2">
      <label className="flex min-h-9 grow cursor-pointer items-center gap-3">
        <input type="checkbox" className="checkbox checkbox-sm" checked={at >= 0} onChange={toggle} />
        {name}
      </label>
      <button
        type="button"
        className="btn btn-ghost btn-square btn-sm"
        aria-label={`Move ${name} up`}
        aria-disabled={at <= 0}
        onClick={() => at > 0 && moveTo(at - 1)}
      >
        <ArrowUp className="size-4" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn btn-ghost btn-square btn-sm"
        aria-label={`Move ${name} down`}
        aria-disabled={at < 0 || at === order.length - 1}
        onClick={() => at >= 0 && at < order.length - 1 && moveTo(at + 1)}
      >
        <ArrowDown className="size-4" aria-hidden="true" />
      </button>
    </li>
  );
}
