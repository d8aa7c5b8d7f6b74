// Asks before credits are spent: how many the user wants to pay for at most, what that costs, and what they have.
import { type ReactNode, useState } from 'react';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import type { FormProblems } from '../../ui/form/form-problems.ts';
import { isRepeatedClick } from '../../ui/one-press.ts';
import { CancelButton } from '../../ui/overlay/cancel-button.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import { countOf } from '../../ui/values/figures.ts';
import { readLimit } from '../read-limit.ts';

interface LimitDialogProps {
  title: string;
  submitLabel: string;
  /** What is known about the number of backlinks. */
  children: ReactNode;
  /** The limit to begin with. */
  usual: number;
  /** The highest limit. */
  most: number;
  balance: number;
  /** How many campaigns the limit is for; each has it. */
  campaigns?: number;
  /** Returns the problems, or nothing on success. */
  onSubmit: (limit: number) => Promise<FormProblems | undefined>;
  onClose: () => void;
}

export function LimitDialog(props: LimitDialogProps) {
  const { title, submitLabel, children, usual, most, balance, campaigns = 1, onSubmit, onClose } = props;
  const [isSending, setSending] = useState(false);
  const [typed, setTyped] = useState(String(usual));
  const limit = readLimit(typed, most);
  const handleSubmit = async () => {
    if (typeof limit === 'string') return { fields: { limit } };
    setSending(true);
    try {
      return await onSubmit(limit);
    } finally {
      setSending(false);
    }
  };
  return (
    <Modal title={title} onClose={onClose} hasCloseButton={false} isLocked={isSending}>
      {/* The second click of the double click that opened the dialog must not buy anything. */}
      <div onClickCapture={(event) => isRepeatedClick(event) && event.preventDefault()}>
        <Form
          submitLabel={submitLabel}
          onSubmit={handleSubmit}
          secondary={<CancelButton onClose={onClose} isLocked={isSending} />}
        >
          {children}
          <Field
            label={campaigns > 1 ? 'Maximum backlinks per campaign' : 'Maximum backlinks'}
            name="limit"
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            hint="The strongest backlinks come first. You pay 1 credit for each one delivered."
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <dl className="flex flex-wrap gap-x-10 gap-y-3 rounded-box bg-base-200 px-4 py-3.5 tabular-nums">
            <Amount name="Costs at most">
              {typeof limit === 'number' ? countOf(Math.min(limit * campaigns, balance), 'credit') : '–'}
            </Amount>
            <Amount name="You have">{countOf(balance, 'credit')}</Amount>
          </dl>
        </Form>
      </div>
    </Modal>
  );
}

function Amount({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-base-content/75">{name}</dt>
      <dd className="text-lg font-bold">{children}</dd>
    </div>
  );
}
