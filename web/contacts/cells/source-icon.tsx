import { Mark } from '../../layout/navigation/mark.tsx';
import { Tooltip } from '../../ui/overlay/tooltip.tsx';
import { contactSourceLabel, monogramOf } from './contact-source.ts';

/** Who found an email, as an icon whose tooltip names the provider. */
export function SourceIcon({ source }: { source: string }) {
  const name = contactSourceLabel(source);
  return (
    <Tooltip text={`Found by ${name}`}>
      <SourceMark source={source} label={name} />
    </Tooltip>
  );
}

/** The icon alone; without a label, for next to the name. */
export function SourceMark({ source, label }: { source: string; label?: string }) {
  const look =
    'grid size-7 shrink-0 place-items-center rounded-selector bg-base-200 text-xs font-semibold ring-1 ring-base-300 ring-inset dark:bg-base-300/60';
  const content = source === 'zeus-own' ? <Mark className="size-5" /> : monogramOf(source);
  return label === undefined ? (
    <span className={look} aria-hidden="true">
      {content}
    </span>
  ) : (
    <span className={look} role="img" aria-label={label}>
      {content}
    </span>
  );
}
