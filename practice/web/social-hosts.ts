// Stand-ins for the two networks that profile links lead to. Like the real ones they keep robots out.

import type { Person, World } from '../data/types.ts';
import { html } from '../forms/html.ts';
import { LINKEDIN_HOST, TWITTER_HOST } from '../templates/parts/social.ts';
import { originOf } from '../templates/view.ts';
import { type Exchange, type Host, send } from './exchange.ts';
import { plainPage } from './plain-page.ts';

export function createSocialHosts(world: World): Map<string, Host> {
  const bySlug = new Map(world.people.map((person) => [`/in/${person.slug}`, person]));
  const byHandle = new Map(
    world.people.flatMap((person) => (person.twitter === null ? [] : [[`/${person.twitter}`, person] as const])),
  );
  return new Map([
    [LINKEDIN_HOST, profileHost(bySlug, 'Stand-in for a professional network')],
    [TWITTER_HOST, profileHost(byHandle, 'Stand-in for a network of short notes')],
  ]);
}

function profileHost(people: Map<string, Person>, what: string): Host {
  return (exchange) => {
    if (exchange.path === '/robots.txt')
      return send(exchange, { contentType: 'text/plain', body: 'User-agent: *\nDisallow: /\n' });
    const person = people.get(exchange.path);
    if (person === undefined)
      return send(exchange, { status: 404, body: plainPage({ title: what, body: html`<p>No such profile.</p>` }) });
    return send(exchange, { body: profile(exchange, person, what) });
  };
}

function profile(exchange: Exchange, person: Person, what: string): string {
  const home = `${originOf(person.site.host, exchange.port)}/`;
  return plainPage({
    title: person.name,
    body: html`<p>${person.position} at <a href="${home}" rel="nofollow">${person.site.title}</a></p><p>${person.bio}</p><p><small>${what}</small></p>`,
  });
}
