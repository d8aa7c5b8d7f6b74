// Shows the mails that were kept because no SMTP server is set. These routes do not exist in production.
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Context } from '../context.ts';
import type { KeptMessage } from '../mail.ts';

export function mailboxRoutes({ mail }: Pick<Context, 'mail'>) {
  return new Hono()
    .get('/mailbox.json', async (c) => c.json(await mail.kept()))
    .get('/mailbox.css', (c) => c.body(styles, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
    .get('/mailbox.js', (c) => c.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }))
    .get('/mailbox', async (c) => c.html(page(await mail.kept())));
}

const page = (messages: KeptMessage[]) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Mailbox – Zeus</title>
    <link rel="stylesheet" href="/mailbox.css">
    <script src="/mailbox.js" defer></script>
  </head>
  <body data-latest="${messages[0]?.at.toISOString() ?? ''}">
    <main>
      <h1>Mailbox</h1>
      <p>No SMTP server is set, so Zeus keeps its mails here instead of sending them. Never shown in production.</p>
      ${messages.length === 0 ? html`<p class="empty">No mail yet.</p>` : messages.map(article)}
    </main>
  </body>
</html>`;

const article = ({ to, subject, text, links, at }: KeptMessage) => html`<article>
  <h2>${subject}</h2>
  <p class="about">to ${to}, <time datetime="${at.toISOString()}">${at.toISOString().replace('T', ' ').slice(0, 19)} UTC</time></p>
  ${links.map((link) => html`<p><a href="${link}">${link}</a></p>`)}
  <details><summary>Whole text</summary><pre>${text}</pre></details>
</article>`;

// Who comes before the mail does sees it arrive.
const script = `
setInterval(async () => {
  const answer = await fetch('/mailbox.json').catch(() => null);
  const [latest] = answer?.ok ? await answer.json() : [];
  if (latest && latest.at !== document.body.dataset.latest) location.reload();
}, 2000);
`;

const styles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: Canvas; color: CanvasText; }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem; }
article { border: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); border-radius: 0.75rem; padding: 1rem 1.25rem; margin: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0; }
.about { margin: 0.1rem 0 0.6rem; opacity: 0.75; font-size: 0.9rem; }
a { overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
`;
