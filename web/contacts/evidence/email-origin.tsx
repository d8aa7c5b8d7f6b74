import type { Evidence } from '../../../shared/contact-evidence.ts';
import { OutsideLink } from '../../ui/values/outside-link.tsx';
import { contactSourceLabel } from '../cells/contact-source.ts';

/** The page and the quoted words, the pattern and whose it is, or the partner. */
export function EmailOrigin({ origin }: { origin: Evidence['origin'] }) {
  if (origin.kind === 'page') {
    return (
      <>
        {origin.quote && (
          <blockquote className="mb-2 border-l-3 border-base-300 pl-3 text-pretty wrap-anywhere">
            “{origin.quote}”
          </blockquote>
        )}
        <p className="text-sm wrap-anywhere">
          Listed on{' '}
          <OutsideLink href={origin.page} className="text-link">
            {origin.page}
          </OutsideLink>
          {origin.rendered && ', added by scripts: you see it in a browser, but not in the page’s source'}
        </p>
      </>
    );
  }
  if (origin.kind === 'pattern') return <PatternOrigin {...origin} />;
  if (origin.kind === 'partner') {
    return (
      <>
        <p>
          {contactSourceLabel(origin.source)} returned this address{origin.words && <>: “{origin.words}”</>}
        </p>
        {origin.page && (
          <p className="mt-1 text-sm wrap-anywhere">
            Seen on{' '}
            <OutsideLink href={origin.page} className="text-link">
              {origin.page}
            </OutsideLink>
          </p>
        )}
      </>
    );
  }
  return <p className="text-base-content/75">This email was found before Zeus started keeping evidence.</p>;
}

type Pattern = Extract<Evidence['origin'], { kind: 'pattern' }>;

/** 'f' and 'l' are initials. */
const readable = (pattern: string) =>
  pattern
    .replace(/\bf(?=\b|last|l$)/, 'initial')
    .replace(/(?<=first\.?)l$/, 'initial')
    .replace('usual', 'shared mailbox');

function PatternOrigin({ pattern, learned_from, people }: Pattern) {
  if (pattern === 'usual') {
    return <p>A common name for a shared mailbox, such as contact@, confirmed by the mail server.</p>;
  }
  return (
    <p className="text-pretty">
      Built from the name as <code className="rounded-selector bg-base-200 px-1.5 py-0.5">{readable(pattern)}@</code>.{' '}
      {learned_from > 0
        ? `${learned_from === 1 ? 'Another known address' : `${learned_from} other known addresses`} at this site ${learned_from === 1 ? 'follows' : 'follow'} the same pattern${people.length > 0 ? `: ${people.join(', ')}` : ''}.`
        : 'This is a common pattern; the site lists no address to learn from.'}
    </p>
  );
}
