import { TextCursorInput } from 'lucide-react';
import type { Backlink } from '../../../shared/backlink.ts';
import { cutText } from '../../../shared/cut-text.ts';
import { textCuts } from '../../../shared/limits.ts';
import { readableUrl } from '../../../shared/readable-url.ts';
import { isWebAddress, OutsideLink } from '../../ui/values/outside-link.tsx';

interface ContactFormProps {
  backlink: Backlink;
  hasEmail: boolean;
}

/** The site's contact form, if it has one: the outcome of a search without an email, otherwise one more way to reach the site. */
export function ContactForm({ backlink: { contact_form_url: url, contact_form_service }, hasEmail }: ContactFormProps) {
  if (url === null || !isWebAddress(url)) return null;
  return (
    <section aria-label="Contact form" className="border-t border-base-300 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 basis-96 grow">
          <h3 className="flex items-center gap-2 font-bold">
            <TextCursorInput className="size-4.5" aria-hidden="true" />
            Contact form
          </h3>
          <p className="mt-0.5 text-sm text-pretty text-base-content/75">
            {hasEmail
              ? 'You can also reach this site through its contact form.'
              : 'You have no email for this site, but you can use its contact form.'}{' '}
            Contact forms are free.
          </p>
          <p className="mt-0.5 text-sm wrap-anywhere text-base-content/75">
            {cutText(readableUrl(url), textCuts.url)}
            {contact_form_service && ` · ${contact_form_service}`}
          </p>
        </div>
        <OutsideLink href={url} className="btn btn-plain">
          Open contact form
        </OutsideLink>
      </div>
    </section>
  );
}
