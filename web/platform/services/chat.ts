// The Crisp chat. Its script takes commands from an array, even before it has loaded.
import type { BrowserServices } from '../../../shared/public-settings.ts';

declare global {
  interface Window {
    $crisp?: unknown[];
    CRISP_WEBSITE_ID?: string;
  }
}

export function openChat({ id, host }: NonNullable<BrowserServices['chat']>) {
  window.$crisp ??= [];
  window.CRISP_WEBSITE_ID = id;
  const script = document.createElement('script');
  script.src = `${host}/l.js`;
  script.async = true;
  document.head.append(script);
}

/** Shows a message as if the team had written it; false if there is no chat. */
export function greetInChat(text: string): boolean {
  window.$crisp?.push(['do', 'message:show', ['text', text]]);
  return window.$crisp !== undefined;
}
