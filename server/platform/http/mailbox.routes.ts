// Shows the emails that were stored because no SMTP server is set. These routes do not exist in production.
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Context } from '../context.ts';
import type { StoredMessage } from '../mail.ts';
import { ownPage } from './own-pages/own-page.ts';

export function mailboxRoutes({ mail }: Pick<Context, 'mail'>) {
  return new Hono()
    .get('/mailbox.json', async (c) => c.json(await mail.kept()))
    .get('/mailbox.js', (c) => c.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }))
    .get('/mailbox', async (c) => c.html(page(await mail.kept())));
}

const page = (messages: StoredMessage[]) =>
  ownPage({
    title: 'Mailbox',
    section: 'Mailbox',
    notice: 'No SMTP server is set, so Zeus keeps its emails here instead of sending them. Never shown in production.',
    script: '/mailbox.js',
    data: { latest: messages[0]?.at.toISOString() ?? '' },
    content: html`<h1>Mailbox</h1>
      ${messages.length === 0 ? html`<p class="empty">No emails yet. New ones appear here automatically.</p>` : messages.map(article)}`,
  });

const article = ({ to, subject, text, links, at }: StoredMessage) => html`<article>
  <h2>${subject}</h2>
  <p class="soft">to ${to}, <time datetime="${at.toISOString()}">${at.toISOString().replace('T', ' ').slice(0, 19)} UTC</time></p>
  ${links.map((link) => html`<p><a href="${link}">${link}</a></p>`)}
  <details><summary>Full text</summary><pre>${text}</pre></details>
</article>`;

// Shows new messages without a reload.
const script = `
setInterval(async () => {
  const answer = await fetch('/mailbox.json').catch(() => null);
  const [latest] = answer?.ok ? await answer.json() : [];
  if (latest && latest.at !== document.body.dataset.latest) location.reload();
}, 2000);
`;
