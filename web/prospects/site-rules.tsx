import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { SiteRule } from '../../shared/prospect.ts';
import { type SiteRuleKind, siteRuleKinds } from '../../shared/prospect-values.ts';
import { ApiError } from '../platform/api.ts';
import { Field } from '../ui/form/field.tsx';
import { Form } from '../ui/form/form.tsx';
import { TextArea } from '../ui/form/text-area.tsx';
import { showToast } from '../ui/toast/toasts.ts';
import { countOf } from '../ui/values/figures.ts';
import { kindNames } from './prospect-words.ts';
import { siteRulesQuery, useAddSiteRules, useRemoveSiteRules } from './prospects.api.ts';

const hints: Record<SiteRuleKind, string> = {
  blocked: 'Sites you never want to see.',
  mine: 'Zeus never delivers these, and leaves out sites that already link to them.',
  competitor: 'Zeus never delivers these.',
};

/** Blocked sites, the user's own sites and competitors, one panel each. */
export function SiteRules() {
  const { data: rules } = useQuery(siteRulesQuery);
  return (
    <section aria-labelledby="site-rules" className="mt-12">
      <h2 id="site-rules" className="mb-4 text-xl font-bold tracking-tight">
        Sites to leave out
      </h2>
      <div className="grid gap-6 lg:grid-cols-3">
        {siteRuleKinds.map((kind) => (
          <RuleCard key={kind} kind={kind} rules={rules?.filter((rule) => rule.kind === kind)} />
        ))}
      </div>
    </section>
  );
}

interface RuleCardProps {
  kind: SiteRuleKind;
  /** Undefined while they are loaded. */
  rules: readonly SiteRule[] | undefined;
}

const shownRules = 20;

function RuleCard({ kind, rules = [] }: RuleCardProps) {
  const [isWhole, setIsWhole] = useState(false);
  const { mutateAsync: add } = useAddSiteRules();
  const handleSubmit = async (values: FormData) => {
    const lines = String(values.get('lines')).split('\n');
    if (lines.every((line) => line.trim() === '')) return { fields: { lines: 'Enter at least one site.' } };
    try {
      const { added, bad } = await add({ kind, lines, reason: String(values.get('reason') ?? '') });
      showToast('success', `${countOf(added, 'site')} added.`);
      if (bad.length === 0) return undefined;
      return { fields: { lines: `Not a site: ${bad.map(({ text }) => text).join(', ')}` } };
    } catch (error) {
      if (error instanceof ApiError) return { form: error.message };
      throw error;
    }
  };
  const shown = isWhole ? rules : rules.slice(0, shownRules);
  return (
    <div className="card-surface min-w-0 p-5">
      <h3 className="font-semibold">{kindNames[kind]}</h3>
      <p className="mb-4 text-sm text-base-content/75">{hints[kind]}</p>
      <Form submitLabel="Add" tone="plain" onSubmit={handleSubmit} resets>
        <TextArea
          label={`Add to ${kindNames[kind].toLowerCase()}`}
          name="lines"
          rows={2}
          autoComplete="off"
          placeholder={'example.com\n*.blogspot.com'}
          hint="One domain, URL or pattern per line."
        />
        {kind === 'blocked' && <Field label="Reason (optional)" name="reason" autoComplete="off" maxLength={200} />}
      </Form>
      <ul className="mt-4 space-y-1">
        {shown.map((rule) => (
          <Rule key={rule.id} rule={rule} />
        ))}
      </ul>
      {rules.length > shown.length && (
        <button type="button" className="text-link mt-2 cursor-pointer text-sm" onClick={() => setIsWhole(true)}>
          Show all {rules.length}
        </button>
      )}
    </div>
  );
}

function Rule({ rule: { id, pattern, reason } }: { rule: SiteRule }) {
  const { mutate, isPending } = useRemoveSiteRules();
  const remove = () =>
    mutate({ ids: [id] }, { onError: (error) => showToast('error', `${pattern} was not removed. ${error.message}`) });
  return (
    <li className="flex items-center gap-2 text-sm">
      <span className="min-w-0 grow wrap-anywhere">
        {pattern}
        {reason !== '' && <span className="text-base-content/75"> · {reason}</span>}
      </span>
      <button
        type="button"
        className="btn btn-ghost btn-square btn-sm"
        aria-label={`Remove ${pattern}`}
        aria-disabled={isPending}
        onClick={() => !isPending && remove()}
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </li>
  );
}
