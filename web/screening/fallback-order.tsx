// Whom Zeus looks for when a page names no author: the order, and controls to change it.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type FallbackStep, fallbackNames, withAllSteps } from '../../shared/outreach-values.ts';
import { IconButton } from '../ui/icon-button.tsx';

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
        If a page names no author, Author Mode goes down this list until it finds an email, for one email credit. Tick
        “Generic email” to accept mailboxes such as editorial@ or info@. Contact forms are free.
      </p>
      <p className="mt-2 text-pretty text-base-content/75">
        Domain Mode and the full domain search always include generic emails. They list emails in this order and skip
        people you leave out.
      </p>
      <ol className="mt-2">
        {withAllSteps(order).map((step) => (
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
  const toggle = () => onChange(withAllSteps(order).filter((one) => (one === step ? at < 0 : order.includes(one))));
  return (
    <li className="flex items-center gap-2">
      <label className="flex min-h-9 grow cursor-pointer items-center gap-3">
        <input type="checkbox" className="checkbox checkbox-sm" checked={at >= 0} onChange={toggle} />
        {name}
      </label>
      <IconButton label={`Move ${name} up`} icon={ArrowUp} isOff={at <= 0} onClick={() => moveTo(at - 1)} />
      <IconButton
        label={`Move ${name} down`}
        icon={ArrowDown}
        isOff={at < 0 || at === order.length - 1}
        onClick={() => moveTo(at + 1)}
      />
    </li>
  );
}
