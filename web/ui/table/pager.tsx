import { ChevronLeft, ChevronRight } from 'lucide-react';
import { rowsPerPage, rowsPerPageChoices } from '../../../shared/limits.ts';
import { formatNumber } from '../values/figures.ts';

interface PagerProps {
  /** From 0. */
  page: number;
  pageCount: number;
  pageSize: number;
  /** Rows over all pages. */
  count: number;
  /** What is paged, for screen readers. */
  label: string;
  onPage: (page: number) => void;
  /** If given, the user can choose how many rows a page has. */
  onPageSize?: (pageSize: number) => void;
}

/** "11–20 of 34", links to the other pages, and the rows per page; nothing if all rows fit on the shortest page. */
export function Pager({ page, pageCount, pageSize, count, label, onPage, onPageSize }: PagerProps) {
  if (pageCount < 2 && (!onPageSize || count <= rowsPerPage)) return null;
  const first = page * pageSize + 1;
  const last = Math.min(first + pageSize - 1, count);
  return (
    <nav
      aria-label={`Pages of ${label}`}
      className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 border-t border-base-300 py-1 pr-2 pl-4"
    >
      <div className="flex items-center gap-4">
        <p role="status" className="text-sm whitespace-nowrap text-base-content/75 tabular-nums">
          {formatNumber(first)}–{formatNumber(last)} of {formatNumber(count)}
        </p>
        {onPageSize && <PageSize pageSize={pageSize} onPageSize={onPageSize} />}
      </div>
      <div className="ml-auto flex items-center gap-0.5">
        <PageButton label="Previous page" to={page - 1} isOff={page === 0} onPage={onPage}>
          <ChevronLeft className="size-4.5" aria-hidden="true" />
        </PageButton>
        <ol className="hidden items-center gap-0.5 @min-[36rem]:flex">
          {pagesAround(page, pageCount).map((number, index) => (
            <li key={number ?? `gap-${index}`}>
              {number === null ? (
                <span className="px-1 opacity-70">…</span>
              ) : (
                <PageButton label={`Page ${number + 1}`} to={number} isCurrent={number === page} onPage={onPage}>
                  {formatNumber(number + 1)}
                </PageButton>
              )}
            </li>
          ))}
        </ol>
        <span className="px-1 text-sm tabular-nums @min-[36rem]:hidden">
          Page {formatNumber(page + 1)} of {formatNumber(pageCount)}
        </span>
        <PageButton label="Next page" to={page + 1} isOff={page === pageCount - 1} onPage={onPage}>
          <ChevronRight className="size-4.5" aria-hidden="true" />
        </PageButton>
      </div>
    </nav>
  );
}

function PageSize({ pageSize, onPageSize }: { pageSize: number; onPageSize: (pageSize: number) => void }) {
  return (
    <select
      className="page-size"
      name="rows-per-page"
      autoComplete="off"
      aria-label="Rows per page"
      value={pageSize}
      onChange={(event) => onPageSize(Number(event.target.value))}
    >
      {rowsPerPageChoices.map((choice) => (
        <option key={choice} value={choice}>
          {choice} per page
        </option>
      ))}
    </select>
  );
}

interface PageButtonProps {
  label: string;
  to: number;
  isOff?: boolean;
  isCurrent?: boolean;
  children: React.ReactNode;
  onPage: (page: number) => void;
}

function PageButton({ label, to, isOff = false, isCurrent = false, children, onPage }: PageButtonProps) {
  return (
    <button
      type="button"
      className={`btn btn-sm min-w-8 px-1.5 tabular-nums ${isCurrent ? 'btn-current' : 'btn-ghost'}`}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      // Not disabled, or the focus would be lost at the last page.
      aria-disabled={isOff}
      onClick={() => !isOff && onPage(to)}
    >
      {children}
    </button>
  );
}

/** The first, the last and the pages around the current one; null where some are left out. Always seven if there are more. */
export function pagesAround(page: number, pageCount: number): (number | null)[] {
  const places = 7;
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  if (pageCount <= places) return range(0, pageCount - 1);
  const last = pageCount - 1;
  if (page < 4) return [...range(0, 4), null, last];
  if (page > last - 4) return [0, null, ...range(last - 4, last)];
  return [0, null, page - 1, page, page + 1, null, last];
}
