// The large screenshot of a lead, with what replaces it while it is being taken or if it failed.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, ImageOff, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import type { Screenshot, ScreenshotReason } from '../../shared/screenshot.ts';
import { screenshotReasonTexts } from '../../shared/screenshot-reason-texts.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { ignoreHeldKey } from '../ui/one-press.ts';
import { Spinner } from '../ui/spinner.tsx';
import { Badge } from '../ui/values/badge.tsx';
import { Favicon } from '../ui/values/favicon.tsx';
import { OutsideLink } from '../ui/values/outside-link.tsx';
import { screenshotQuery, useRetryScreenshot } from './screenshot.api.ts';

/** Which picture is large: the top of the page, or its link. */
export type PictureView = 'top' | 'link';

interface LeadScreenshotProps {
  lead: Backlink;
  view: PictureView;
  onToggle: () => void;
}

export function LeadScreenshot({ lead, view, onToggle }: LeadScreenshotProps) {
  return (
    <figure className="card-surface overflow-hidden">
      <figcaption className="flex h-10 items-center gap-2.5 border-b border-base-300 pr-1 pl-3.5">
        <Favicon url={lead.url_from} className="size-5" />
        <span className="min-w-0 grow truncate text-sm font-medium">{lead.domain}</span>
        <DecisionBadge lead={lead} />
        <OutsideLink href={lead.url_from} className="btn btn-ghost btn-sm text-sm font-medium">
          Open page
          <ExternalLink className="size-4" aria-hidden="true" />
        </OutsideLink>
      </figcaption>
      <div className="screenshot-frame">
        <Picture lead={lead} view={view} onToggle={onToggle} />
      </div>
    </figure>
  );
}

/** Kept or removed, once decided. */
function DecisionBadge({ lead: { keep, screened } }: { lead: Backlink }) {
  if (!keep) return <Badge tone="warning">Removed</Badge>;
  return screened ? <Badge tone="success">Kept</Badge> : null;
}

function Picture({ lead, view, onToggle }: LeadScreenshotProps) {
  const { data, error, refetch } = useQuery(screenshotQuery(lead.id));
  if (data?.url) {
    const title = lead.title || lead.domain;
    const top = { url: data.url, alt: `Screenshot of ${title}` };
    const link = data.link?.url && { url: data.link.url, alt: `Screenshot of the link on ${title}` };
    if (!link) return <ReadyPicture lead={lead} {...top} />;
    const [large, small] = view === 'link' ? [link, top] : [top, link];
    return (
      <>
        <ReadyPicture lead={lead} {...large} />
        <OtherPicture
          url={small.url}
          name={view === 'link' ? 'Top of the page' : 'Link on the page'}
          onClick={onToggle}
        />
      </>
    );
  }
  if (data?.state === 'failed') return <FailedPicture lead={lead} screenshot={data} />;
  if (error) return <Problem text={error.message} onRetry={() => void refetch()} isBusy={false} />;
  return <WaitingPicture />;
}

/** The other picture, small, in the corner of the large one. */
function OtherPicture({ url, name, onClick }: { url: string; name: string; onClick: () => void }) {
  return (
    <button type="button" className="other-picture" onClick={onClick} onKeyDown={ignoreHeldKey}>
      <img src={url} alt="" className="block w-full" />
      <span className="other-picture-name">
        {name}
        <KeyHint name="L" />
      </span>
    </button>
  );
}

function ReadyPicture({ lead, url, alt }: { lead: Backlink; url: string; alt: string }) {
  const queryClient = useQueryClient();
  const [loaded, setLoaded] = useState<string>();
  const [broken, setBroken] = useState<string>();
  // An expired URL is replaced once; a screenshot that still cannot be shown says so.
  const handleError = () => {
    setBroken(url);
    void queryClient.invalidateQueries(screenshotQuery(lead.id));
  };
  if (broken === url) {
    const retry = () => void queryClient.resetQueries(screenshotQuery(lead.id));
    return <Problem text="The screenshot could not be loaded." onRetry={retry} isBusy={false} />;
  }
  return (
    <>
      {loaded !== url && <WaitingPicture />}
      <img
        key={url}
        src={url}
        alt={alt}
        className="absolute inset-x-0 top-0 w-full"
        fetchPriority="high"
        onLoad={() => setLoaded(url)}
        onError={handleError}
      />
    </>
  );
}

function WaitingPicture() {
  return (
    <div className="appear-late grid place-items-center" role="status">
      <div className="skeleton absolute inset-0 rounded-none" />
      <p className="relative flex items-center gap-3 text-base-content/75">
        <Spinner />
        Taking a screenshot of the page…
      </p>
    </div>
  );
}

/** Pages that can never be opened. */
const isFinal: ReadonlySet<ScreenshotReason> = new Set(['refused', 'no-such-host']);

function FailedPicture({ lead, screenshot }: { lead: Backlink; screenshot: Screenshot }) {
  const retry = useRetryScreenshot(lead.id);
  const { card, reason = 'unavailable' } = screenshot;
  const text = retry.error?.message ?? screenshotReasonTexts[reason];
  return (
    <Problem text={text} {...(!isFinal.has(reason) && { onRetry: () => retry.mutate() })} isBusy={retry.isPending}>
      <div className="card-surface w-full max-w-md overflow-hidden p-5 text-left">
        {card?.image_url && (
          <img
            src={card.image_url}
            alt=""
            className="-mx-5 -mt-5 mb-4 h-36 w-[calc(100%+2.5rem)] max-w-none object-cover"
          />
        )}
        <div className="flex items-center gap-3">
          <Favicon url={lead.url_from} className="size-9" />
          <p className="min-w-0 text-sm break-all text-base-content/75">{lead.domain}</p>
        </div>
        <p className="mt-3 text-lg leading-snug font-bold wrap-anywhere">
          {card?.title || lead.title || lead.url_from}
        </p>
        {card?.description && <p className="mt-1 line-clamp-4 text-base-content/75">{card.description}</p>}
      </div>
    </Problem>
  );
}

interface ProblemProps {
  text: string;
  /** Omitted if a retry cannot help. */
  onRetry?: () => void;
  isBusy: boolean;
  children?: React.ReactNode;
}

function Problem({ text, onRetry, isBusy, children }: ProblemProps) {
  return (
    <div className="flex flex-col items-center justify-center gap-5 p-6 text-center">
      {children ?? <ImageOff className="size-8 text-base-content/75" aria-hidden="true" />}
      <p role="status" className="max-w-md text-pretty">
        {text}
      </p>
      {onRetry && (
        <button type="button" className="btn btn-plain btn-sm h-9" onClick={onRetry} aria-disabled={isBusy}>
          <RotateCw className={`size-4 ${isBusy ? 'animate-spin' : ''}`} aria-hidden="true" />
          Retry
        </button>
      )}
    </div>
  );
}
