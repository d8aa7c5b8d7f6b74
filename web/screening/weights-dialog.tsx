// How leads are grouped: what each signal weighs, and when a page counts as old.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import type { TriageSettings } from '../../shared/triage.ts';
import { groupNames, signalLabels } from '../../shared/triage-names.ts';
import {
  defaultStaleMonths,
  defaultWeights,
  groupOf,
  groupThresholds,
  maxStaleMonths,
  maxWeight,
  type SignalName,
  signalNames,
  triageGroups,
} from '../../shared/triage-values.ts';
import { triageSettingsQuery, useSaveTriageSettings } from '../backlinks/triage.api.ts';
import { Form } from '../ui/form/form.tsx';
import { LoadProblem } from '../ui/load-problem.tsx';
import { Modal } from '../ui/overlay/modal.tsx';
import { formatNumber } from '../ui/values/figures.ts';

interface WeightsDialogProps {
  /** Those that the preview counts. */
  leads: readonly Backlink[];
  onClose: () => void;
}

export function WeightsDialog({ leads, onClose }: WeightsDialogProps) {
  const { data, error, refetch } = useQuery(triageSettingsQuery);
  return (
    <Modal title="Signal weights" closeLabel="Cancel" onClose={onClose}>
      <p className="text-base-content/75">
        The weights of a lead’s signals add up to its score. Below {groupThresholds.check} it looks good, below{' '}
        {groupThresholds.unlikely} it is worth a check, and from {groupThresholds.unlikely} on it is probably not worth
        it. A weight of 0 ignores the signal. No lead is ever hidden or removed.
      </p>
      {data ? (
        <WeightsForm saved={data} leads={leads} onSaved={onClose} />
      ) : error ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="skeleton mt-5 h-96 w-full" />
      )}
    </Modal>
  );
}

/** The heaviest first, by default. */
const byWeight = [...signalNames].sort((one, other) => defaultWeights[other] - defaultWeights[one]);

interface WeightsFormProps {
  saved: TriageSettings;
  leads: readonly Backlink[];
  onSaved: () => void;
}

function WeightsForm({ saved, leads, onSaved }: WeightsFormProps) {
  const { mutateAsync } = useSaveTriageSettings();
  const [weights, setWeights] = useState<TriageSettings['weights']>(saved.weights);
  const [months, setMonths] = useState(String(saved.stale_months));
  const reset = () => {
    setWeights(defaultWeights);
    setMonths(String(defaultStaleMonths));
  };
  const handleSubmit = async () => {
    const stale_months = Number(months);
    if (!Number.isInteger(stale_months) || stale_months < 1 || stale_months > maxStaleMonths) {
      return { form: `Enter 1 to ${maxStaleMonths} months.` };
    }
    try {
      await mutateAsync({ weights, stale_months });
    } catch (error) {
      return { form: (error as Error).message };
    }
    onSaved();
    return undefined;
  };
  const resetButton = (
    <button type="button" className="btn btn-plain h-11" onClick={reset}>
      Reset to defaults
    </button>
  );
  return (
    <div className="mt-5">
      <Form submitLabel="Save weights" onSubmit={handleSubmit} secondary={resetButton}>
        <div className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
          {byWeight.map((name) => (
            <Weight
              key={name}
              name={name}
              value={weights[name]}
              onChange={(value) => setWeights({ ...weights, [name]: value })}
            />
          ))}
        </div>
        <label className="flex flex-wrap items-center gap-2 text-sm">
          A page is old if nothing on it is newer than
          <input
            type="number"
            name="months"
            autoComplete="off"
            className="input h-9 w-20"
            min={1}
            max={maxStaleMonths}
            step={1}
            value={months}
            onChange={(event) => setMonths(event.target.value)}
          />
          months.
        </label>
        <Preview weights={weights} leads={leads} />
      </Form>
    </div>
  );
}

interface WeightProps {
  name: SignalName;
  value: number;
  onChange: (value: number) => void;
}

function Weight({ name, value, onChange }: WeightProps) {
  return (
    <label className="grid grid-cols-[minmax(0,1fr)_6rem_1.5rem] items-center gap-2 text-sm">
      {signalLabels[name]}
      <input
        type="range"
        name={name}
        className="h-6 w-full cursor-pointer accent-base-content"
        min={0}
        max={maxWeight}
        step={1}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <span className="text-right font-semibold tabular-nums" aria-hidden="true">
        {value}
      </span>
    </label>
  );
}

/** How many leads would be in each group. */
function Preview({ weights, leads }: { weights: TriageSettings['weights']; leads: readonly Backlink[] }) {
  const groups = leads.flatMap(({ triage }) =>
    triage ? groupOf(triage.signals.reduce((sum, { name }) => sum + weights[name], 0)) : [],
  );
  const counts = triageGroups.map(
    (group) => `${groupNames[group]} ${formatNumber(groups.filter((one) => one === group).length)}`,
  );
  return (
    <p className="text-sm text-base-content/75 tabular-nums" aria-live="polite">
      With these weights: {counts.join(' · ')}
    </p>
  );
}
