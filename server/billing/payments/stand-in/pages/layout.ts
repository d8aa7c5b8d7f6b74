// The layout of the stand-in's pages: they look like a payment page, and obviously not a real one.
import type { html } from 'hono/html';
import { ownPage } from '../../../../platform/http/own-pages/own-page.ts';

type Html = ReturnType<typeof html>;

export const money = (cents: number) => `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;

export const day = (seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

export const layout = (title: string, content: Html | Promise<Html>) =>
  ownPage({
    title,
    section: 'Test payments',
    notice: 'Test payments: no money is charged, and real cards don’t work here. Never shown in production.',
    content,
  });
