// Intercepts every document of a page, and nothing else: the first carries the proxy login, which the browser reuses; they are
// counted; and the response headers say whether it is a page at all.
import type { CDPSession } from 'puppeteer-core';
import type { ProxyVisit } from '../../../platform/outbound/proxy/proxy-visits.ts';
import type { BrowserPage } from './browser/open-page.ts';
import type { DocumentAnswer } from './outcome-of.ts';

export interface Documents {
  /** The URL of the main document requested last. */
  asked(): string;
  /** The response of the current page; one that became a download changes nothing. */
  answer(): DocumentAnswer | null;
  /** Whether the page opened more documents than allowed. */
  isRestless(): boolean;
}

export interface DocumentOptions {
  visit: Pick<ProxyVisit, 'username' | 'password'>;
  maxNavigations: number;
}

/** Rejects if the page is gone. */
export async function watchDocuments(page: BrowserPage, options: DocumentOptions): Promise<Documents> {
  const { devtools } = page;
  let asked = '';
  let came: DocumentAnswer | null = null;
  let answer: DocumentAnswer | null = null;
  let documents = 0;
  const isRestless = () => documents > options.maxNavigations;
  devtools.on('Fetch.requestPaused', ({ requestId, frameId, request, responseStatusCode, responseHeaders = [] }) => {
    const isAnswer = responseStatusCode !== undefined;
    if (frameId === page.id && isAnswer) {
      came = { url: request.url, status: responseStatusCode, ...headersOf(responseHeaders) };
    } else if (frameId === page.id) {
      documents += 1;
      asked = request.url;
    }
    const decision =
      isRestless() && !isAnswer
        ? devtools.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        : devtools.send('Fetch.continueRequest', { requestId });
    decision.catch(() => undefined);
  });
  devtools.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id === page.id && frame.url === came?.url) answer = came;
  });
  giveLogin(devtools, options.visit);
  const document = { urlPattern: '*', resourceType: 'Document' } as const;
  await devtools.send('Fetch.enable', {
    handleAuthRequests: true,
    patterns: [
      { ...document, requestStage: 'Request' },
      { ...document, requestStage: 'Response' },
    ],
  });
  return { asked: () => asked, answer: () => answer, isRestless };
}

function headersOf(headers: readonly { name: string; value: string }[]) {
  const headerOf = (wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? '';
  return {
    contentType: headerOf('content-type'),
    disposition: headerOf('content-disposition'),
    robots: headers
      .filter(({ name }) => name.toLowerCase() === 'x-robots-tag')
      .map(({ value }) => value)
      .join(', '),
  };
}

function giveLogin(devtools: CDPSession, { username, password }: DocumentOptions['visit']): void {
  devtools.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const isProxy = authChallenge.source === 'Proxy';
    const answer = isProxy
      ? ({ response: 'ProvideCredentials', username, password } as const)
      : ({ response: 'CancelAuth' } as const);
    devtools.send('Fetch.continueWithAuth', { requestId, authChallengeResponse: answer }).catch(() => undefined);
  });
}
