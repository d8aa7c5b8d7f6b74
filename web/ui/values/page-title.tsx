import { cutText } from '../../../shared/cut-text.ts';
import { readableUrl } from '../../../shared/readable-url.ts';
import { Favicon } from './favicon.tsx';
import { OutsideLink } from './outside-link.tsx';

interface PageTitleProps {
  url: string;
  title: string;
  /** How much of each is shown. */
  cuts: { title: number; url: number };
  /** More about the page, each in a paragraph; after the URL if there is space for one line only. */
  children?: React.ReactNode;
  /** On a line of its own. */
  below?: React.ReactNode;
}

/** Another site's page in a table: its icon, title and URL, which opens it. */
export function PageTitle({ url, title, cuts, children, below }: PageTitleProps) {
  const shownUrl = readableUrl(url.replace(/^https?:\/\//, ''));
  return (
    <div className="flex min-w-0 items-start gap-2.5">
      <span className="mt-0.5 shrink-0">
        <Favicon url={url} />
      </span>
      <div className="min-w-0 grow">
        <p className="table-line table-title font-medium" title={title}>
          {cutText(title || shownUrl, cuts.title)}
        </p>
        <div className="page-facts">
          <p className="table-line">
            <OutsideLink href={url} className="quiet-link">
              {cutText(shownUrl, cuts.url)}
            </OutsideLink>
          </p>
          {children}
        </div>
        {below}
      </div>
    </div>
  );
}
