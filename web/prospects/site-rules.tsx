import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { SiteRule } from '../../shared/prospect.ts';
import { maxSiteRules, type SiteRuleKind, siteRuleKinds } from '../../shared/prospect-values.ts';
import { ApiError } from '../platform/api.ts';
import { describeFileError } from '../platform/spreadsheets/spreadsheet-error.ts';
import { Field } from '../ui/form/field.tsx';
import { spreadsheetTypes } from '../ui/form/file-button.tsx';
import { Form } from '../ui/form/form.tsx';
import { TextArea } from '../ui/form/text-area.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { LoadProblem } from '../ui/load-problem.tsx';
import { showToast } from '../ui/toast/toasts.ts';
import { useFocusBack } from '../ui/use-focus-back.ts';
import { countOf, formatNumber } from '../ui/values/figures.ts';
import { kindNames } from './prospect-words.ts';
import { siteRulesQuery, useAddSiteRules, useRemoveSiteRules } from './prospects.api.ts';

const hints: Record<SiteRuleKind, string> = {
  blocked: 'Sites you never want to see.',
  mine: 'Zeus never delivers these, and leaves out sites that already link to them.',
  competitor: 'Zeus never delivers these.',
};

/** Blocked sites, the user's own sites and competitors, one panel each. */
export function SiteRules() {
  const { data: rules, error, refetch } = useQuery(siteRulesQuery);
  return (
    <section aria-labelledby="site-rules" className="mt-12">
      <h2 id="site-rules" className="mb-4 text-xl font-bold tracking-tight">
        Sites to leave out
      </h2>
      {error && !rules && (
        <div className="mb-6">
          <LoadProblem error={error} onRetry={() => void refetch()} />
        </div>
      )}
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
const toLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

function RuleCard({ kind, rules = [] }: RuleCardProps) {
  const [isWhole, setIsWhole] = useState(false);
  const [text, setText] = useState('');
  const { mutateAsync: add } = useAddSiteRules();
  const handleSubmit = async (values: FormData) => {
    const lines = toLines(text);
    if (lines.length === 0) return { fields: { lines: 'Enter at least one site.' } };
    if (lines.length > maxSiteRules) {
      const most = formatNumber(maxSiteRules);
      return {
        fields: { lines: `You can have up to ${most} sites and patterns. You entered ${formatNumber(lines.length)}.` },
      };
    }
    try {
      const { added, bad } = await add({ kind, lines, reason: String(values.get('reason') ?? '') });
      showToast('success', added === 0 ? 'There is nothing new to add.' : `${countOf(added, 'site')} added.`);
      // Only the lines to correct are left.
      setText(bad.map(({ text: line }) => line).join('\n'));
      if (bad.length === 0) return undefined;
      return {
        fields: { lines: `${countOf(bad.length, 'line')} ${bad.length === 1 ? 'is not a site' : 'are not sites'}.` },
      };
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
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <SitesFile
          label={`CSV or Excel file for ${kindNames[kind].toLowerCase()}`}
          onSites={(sites) => setText((before) => [...toLines(before), ...sites].join('\n'))}
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
          Show all {formatNumber(rules.length)}
        </button>
      )}
    </div>
  );
}

/** Adds the sites of a file to the field, so that they can be looked at before they are added. */
function SitesFile({ label, onSites }: { label: string; onSites: (sites: string[]) => void }) {
  const handleFile = async (file: File | undefined) => {
    if (!file) return;
    try {
      const { readSites } = await import('./import/read-sites.ts');
      onSites(await readSites(file));
    } catch (error) {
      showToast('error', describeFileError(error));
    }
  };
  return (
    <label className="text-link inline-block cursor-pointer rounded-selector text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      From a CSV or Excel file
      <input
        type="file"
        aria-label={label}
        accept={spreadsheetTypes}
        className="sr-only"
        onChange={(event) => {
          void handleFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </label>
  );
}

function Rule({ rule: { id, kind, pattern, reason } }: { rule: SiteRule }) {
  const { mutateAsync: add } = useAddSiteRules();
  const { mutateAsync: remove, isPending } = useRemoveSiteRules();
  const place = useFocusBack<HTMLLIElement>(({ nextElementSibling, previousElementSibling }) =>
    (nextElementSibling ?? previousElementSibling)?.querySelector('button'),
  );
  const handleUndo = async () => {
    try {
      await add({ kind, lines: [pattern], reason });
    } catch (error) {
      showToast('error', `${pattern} was not added again. ${(error as Error).message}`);
    }
  };
  const handleRemove = async () => {
    try {
      await remove({ ids: [id] });
      showToast('success', `${pattern} removed.`, [{ label: 'Undo', onClick: () => void handleUndo() }]);
    } catch (error) {
      showToast('error', `${pattern} was not removed. ${(error as Error).message}`);
    }
  };
  return (
    <li ref={place} className="flex items-center gap-2 text-sm">
      <span className="min-w-0 grow wrap-anywhere">
        {pattern}
        {reason !== '' && <span className="text-base-content/75"> · {reason}</span>}
      </span>
      <IconButton label={`Remove ${pattern}`} icon={X} isOff={isPending} onClick={() => void handleRemove()} />
    </li>
  );
}
