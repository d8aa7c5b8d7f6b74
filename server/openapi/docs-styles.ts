// The styles of /docs: the product's colors, one column next to the list of calls.
export const docsStyles = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fcfaf6, #121722); --card: light-dark(#fff, #1a2130); --ink: light-dark(#1f2638, #e8eaf0);
  --soft: light-dark(#5d6579, #a6aec0); --line: light-dark(#e6e2d9, #2c3548); --accent: #ffd84d; --link: light-dark(#1f56a8, #9cc3ff);
  font: 16px/1.55 system-ui, sans-serif; scroll-padding-top: 1rem;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
a { color: var(--link); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: 0.5rem; z-index: 1; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.25rem 1rem; border-right: 1px solid var(--line); font-size: 0.9rem; }
nav .mark { font-weight: 700; margin: 0 0 1rem; font-size: 1.05rem; }
nav ul { list-style: none; margin: 0.2rem 0 0.8rem; padding: 0 0 0 0.9rem; }
nav li { margin: 0.2rem 0; }
nav .mark > :is(.open, .close) { display: none; }
nav a { color: inherit; text-decoration: none; }
nav a:hover { text-decoration: underline; }
summary { cursor: pointer; font-weight: 600; }
main { max-width: 54rem; padding: 1.5rem clamp(1rem, 4vw, 3rem) 4rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { margin: 2.5rem 0 1rem; padding-bottom: 0.3rem; border-bottom: 2px solid var(--accent); }
h3 { margin: 0 0 0.3rem; font-size: 1.1rem; }
h4 { margin: 1.1rem 0 0.3rem; font-size: 0.95rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; padding: 1.1rem 1.25rem; margin: 1rem 0; }
article:target { border-color: var(--link); }
p { margin: 0.4rem 0; }
.address { overflow-wrap: anywhere; }
.method { font: 700 0.75rem/1 ui-monospace, monospace; padding: 0.25rem 0.45rem; border-radius: 0.35rem; border: 1px solid var(--line); }
.get { background: light-dark(#e4efff, #1d3050); } .post { background: light-dark(#e2f5e6, #17351f); }
.put, .patch { background: light-dark(#fff3cf, #3c3210); } .delete { background: light-dark(#fde5e3, #43201d); }
.caption { color: var(--soft); font-size: 0.9rem; margin-bottom: 0; }
code { font: 0.88em ui-monospace, monospace; }
pre { overflow: auto; background: var(--paper); border: 1px solid var(--line); border-radius: 0.5rem; padding: 0.7rem 0.9rem; margin: 0.4rem 0; max-height: 24rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.92rem; margin: 0.6rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem 0.3rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 600; }
.refusals { display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; list-style: none; padding: 0; margin: 0.3rem 0 0.6rem; }
details { margin: 0.3rem 0; }
article details > summary { color: var(--soft); font-weight: 400; font-size: 0.92rem; }
@media (max-width: 50rem) {
  :root { scroll-padding-top: 4rem; }
  body { display: block; }
  nav { position: fixed; inset: 0 0 auto; height: auto; padding: 0 1rem; background: var(--paper); border-right: 0; border-bottom: 1px solid var(--line); font-size: 1rem; }
  nav:target { bottom: 0; padding-bottom: 1rem; overscroll-behavior: contain; }
  nav:not(:target) > :not(.mark) { display: none; }
  nav .mark { position: sticky; top: 0; display: flex; align-items: center; gap: 0.3rem; height: 3rem; margin: 0; background: var(--paper); }
  nav:not(:target) .open, nav:target .close { display: block; margin-left: auto; padding: 0.5rem 0 0.5rem 1rem; color: var(--link); }
  nav li a { display: block; padding: 0.35rem 0; }
  main { padding-top: 4rem; }
}
`;
