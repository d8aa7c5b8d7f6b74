// The page that replaces Google's sign-in on the practice web: it asks who to sign in as, and says plainly that it is not Google.
import { html } from 'hono/html';
import type { Auth } from '../../auth.ts';
import { AuthError } from '../../http/auth-error.ts';
import type { Handler } from '../../http/endpoint.ts';
import { parseEmail } from '../../users/email-address.ts';
import { googleOf } from '../providers.ts';

const longestName = 100;

/** GET /practice-google */
export const getPage: Handler = (auth, c) => {
  requirePractice(auth);
  return c.html(page(new URL(c.req.url).searchParams));
};

/** POST /practice-google */
export const postPage: Handler = async (auth, c) => {
  const signInAs = requirePractice(auth);
  const form = new URLSearchParams(await c.req.text());
  const request = new URLSearchParams(form.get('request') ?? '');
  const name = (form.get('name') ?? '').trim().toWellFormed().replaceAll('\0', '').slice(0, longestName);
  try {
    const email = parseEmail((form.get('email') ?? '').trim());
    return c.redirect((await signInAs(request, { name: name || email, email })).href, 303);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return c.html(page(request, error.message), 400);
  }
};

/** GET /practice-google.css */
export const getStyles: Handler = (auth, c) => {
  requirePractice(auth);
  return c.body(styles, 200, { 'Content-Type': 'text/css; charset=utf-8' });
};

function requirePractice(auth: Auth) {
  const signInAs = googleOf(auth)?.signInAs;
  if (!signInAs) throw new AuthError(404, 'not_found', 'There is no practice sign-in here');
  return signInAs;
}

const page = (request: URLSearchParams, problem = '') => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Practice sign-in · Zeus</title>
    <link rel="stylesheet" href="practice-google.css">
  </head>
  <body>
    <main>
      <p class="mark">Practice, not Google</p>
      <h1>Who do you want to be?</h1>
      <p>No Google client is configured, so Zeus simulates Google on this machine. Any name and email will do, and nothing leaves the machine. Never shown in production.</p>
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
      <form method="post" action="practice-google">
        <input type="hidden" name="request" value="${request.toString()}">
        <label>Name <input name="name" value="Ada Practice" maxlength="${longestName}" autocomplete="off"></label>
        <label>Email <input name="email" type="email" value="ada@practice.example" required autocomplete="off"></label>
        <button>Continue to Zeus</button>
        <a href="callback?error=access_denied&amp;state=${encodeURIComponent(request.get('state') ?? '')}">Cancel</a>
      </form>
    </main>
  </body>
</html>`;

const styles = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: Canvas; color: CanvasText; }
main { max-width: 26rem; margin: 4rem auto; padding: 1.5rem; border: 2px dashed #b45309; border-radius: 0.75rem; }
h1 { font-size: 1.4rem; margin: 0.5rem 0; }
.mark { display: inline-block; margin: 0; padding: 0.1rem 0.6rem; border-radius: 1rem; background: #b45309; color: #fff; font-weight: 600; }
.problem { color: #b91c1c; font-weight: 600; }
label { display: block; margin: 1rem 0; }
input:not([type=hidden]) { display: block; box-sizing: border-box; width: 100%; padding: 0.6rem; font: inherit; }
button { padding: 0.6rem 1rem; font: inherit; font-weight: 600; margin-right: 1rem; }
`;
