import { textCuts } from '../../../shared/limits.ts';
import { cutText } from '../../ui/cut-text.ts';
import { Favicon } from '../../ui/favicon.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';

/** A backlink in a table: favicon, title and address. */
export function BacklinkCell({ backlink }: { backlink: { url_from: string; title: string } }) {
  const { url_from: url, title } = backlink;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Favicon url={url} className="size-6" />
      <span className="min-w-0">
        {title && <span className="block leading-snug font-medium">{cutText(title, textCuts.contactsTableTitle)}</span>}
        <OutsideLink href={url} className="quiet-link block text-sm break-all">
          {cutText(url, textCuts.contactsTableUrl)}
        </OutsideLink>
      </span>
    </span>
  );
}
