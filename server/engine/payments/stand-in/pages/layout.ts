// How the pages of the stand-in look: like a page to pay on, and at every glance not a real one.
import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

export const money = (cents: number) => `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;

export const day = (seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

export const layout = (title: string, content: Html | Promise<Html>) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title} – Zeus test payments</title>
    <link rel="stylesheet" href="/test-checkout.css">
  </head>
  <body>
    <header><strong>Test payments.</strong> No money moves, and no real card works here. Never shown in production.</header>
    <main>${content}</main>
  </body>
</html>`;

export const styles = `
:root {
  color-scheme: light dark;
  --page: #fbfaf6; --card: #fff; --line: #e4e1d8; --ink: #1f2540; --soft: #5a6078; --go: #f5d547; --bad: #b3261e; --tape: #7a3e00; --tape-ink: #fff;
  font: 16px/1.5 system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root { --page: #151a29; --card: #1f2536; --line: #39405a; --ink: #f2f0ea; --soft: #b6bacb; --bad: #ff9d94; --tape: #ffb86b; --tape-ink: #1f2540; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); }
header { padding: 0.6rem 1rem; background: var(--tape); color: var(--tape-ink); text-align: center; }
main { max-width: 30rem; margin: 2.5rem auto; padding: 0 1rem; }
section { padding: 1.75rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); }
section + section { margin-top: 1rem; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 0; font-size: 1.05rem; }
h2 + form { margin-top: 0; }
.price { margin: 0.5rem 0 0; font-size: 2.25rem; font-weight: 800; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.price small { font-size: 1rem; font-weight: 400; letter-spacing: 0; color: var(--soft); }
.soft { margin: 0.25rem 0 0; color: var(--soft); }
.problem { margin: 1.25rem 0 0; padding: 0.75rem 1rem; border: 1px solid currentColor; border-radius: 0.625rem; color: var(--bad); font-weight: 600; }
form { margin-top: 1.25rem; }
label { display: block; font-weight: 600; font-size: 0.9rem; }
input { display: block; width: 100%; height: 2.75rem; margin-top: 0.35rem; padding: 0 0.75rem; border: 1px solid var(--soft); border-radius: 0.625rem; background: var(--card); color: inherit; font: inherit; font-weight: 400; font-variant-numeric: tabular-nums; }
button { width: 100%; min-height: 2.75rem; margin-top: 1rem; padding: 0.5rem 1rem; border: 1px solid transparent; border-radius: 0.625rem; background: var(--go); color: #1f2540; font: inherit; font-weight: 700; cursor: pointer; }
button.plain { border-color: var(--soft); background: transparent; color: inherit; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
.back { display: inline-block; margin-top: 1.25rem; color: inherit; text-underline-offset: 3px; }
dl { margin: 1.25rem 0 0; font-size: 0.9rem; }
dl div { display: flex; justify-content: space-between; gap: 1rem; padding: 0.45rem 0; border-top: 1px solid var(--line); }
dt { font-variant-numeric: tabular-nums; }
dd { margin: 0; color: var(--soft); text-align: right; }
`;
