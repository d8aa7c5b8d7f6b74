// api.snov.io: a token by POST /v1/oauth/access_token, then searches that are started and asked for. The legacy search by name
// answers at once.

import { linkedinOf } from '../../templates/parts/social.ts';
import { createSeen } from '../per-world.ts';
import { PRACTICE_KEY, type StandIn, type StandInRequest, type StandInResponse } from '../stand-in.ts';
import { createJobs, hostileAddresses } from './partner-jobs.ts';
import { findKnown, type KnownPerson, listKnown, lookAt, sharedAt } from './partner-truth.ts';

const dollarsPerCredit = 0.039;
const token = 'practice-token';
const gateway = (code: number, title: string): StandInResponse => ({
  status: code,
  body: { errors: { code, title, source: '' } },
});
const operation = (status: number, message: string): StandInResponse => ({
  status,
  body: { success: false, errors: [message] },
});

interface Task {
  kind: 'finder' | 'prospects' | 'search-emails' | 'domain-emails' | 'generic-contacts';
  name: string;
  domain: string;
}

const jobs = createJobs<Task>('task');
/** The same list is charged once, however often it is requested. */
const isPaid = createSeen();

export const snovioStandIn: StandIn = (request) => {
  const { method, path, headers, mood, text } = request;
  const form = new URLSearchParams(text);
  if (path === '/v1/oauth/access_token') {
    const isKnown = form.get('client_id') === PRACTICE_KEY && form.get('client_secret') === PRACTICE_KEY;
    if (mood === 'refused' || !isKnown) return gateway(401, 'The client credentials are invalid');
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 3600 } };
  }
  if (headers.authorization !== `Bearer ${token}`) return gateway(401, 'Unauthenticated');
  if (path === '/v1/get-balance') {
    return {
      status: 200,
      body: { success: true, data: { balance: mood === 'broke' ? '0.00' : '25000.00', limit_resets_in: 29 } },
    };
  }
  if (mood === 'broke') return operation(200, 'Sorry, you ran out of credits, please order more credits');
  if (method === 'POST') return start(request, form);
  return method === 'GET' ? result(request) : gateway(404, 'Sorry, but url or entity not found');
};

function start(request: StandInRequest, form: URLSearchParams): StandInResponse {
  const { path, query, world, body } = request;
  const domain = query.get('domain') ?? form.get('domain') ?? '';
  const [, tab] = /^\/v2\/domain-search\/(prospects|domain-emails|generic-contacts)\/start$/.exec(path) ?? [];
  if (path === '/v1/get-domain-emails-count') {
    const count = listKnown(world, 'snovio', domain).length + sharedAt(world, domain).length;
    return { status: 200, body: { success: true, domain, webmail: false, result: count } };
  }
  if (path === '/v1/get-emails-from-names') return legacy(request, form);
  if (path === '/v2/emails-by-domain-by-name/start') {
    const [row] = ((body ?? {}) as { rows?: Record<string, string>[] }).rows ?? [];
    if (!row) return gateway(422, 'The rows field is required');
    const name = `${row.first_name} ${row.last_name}`;
    const task_hash = jobs.start(world, { kind: 'finder', name, domain: row.domain ?? '' });
    return { status: 200, body: { data: { task_hash }, meta: { rows: [row] } } };
  }
  const [, person] = /^\/v2\/domain-search\/prospects\/search-emails\/start\/([\w-]+)$/.exec(path) ?? [];
  if (person === undefined && (tab === undefined || domain === ''))
    return gateway(404, 'Sorry, but url or entity not found');
  const kind = person === undefined ? (tab as Task['kind']) : 'search-emails';
  const task_hash = jobs.start(world, { kind, name: person ?? '', domain });
  const result = `https://api.snov.io${path.replace(/\/start.*/, '/result/')}${task_hash}`;
  return { status: 200, body: { data: [], meta: { task_hash }, links: { result } } };
}

function result(request: StandInRequest): StandInResponse {
  const { path, query, world } = request;
  const id = query.get('task_hash') ?? path.split('/').at(-1) ?? '';
  const job = jobs.ask(world, id);
  if (!job) return gateway(404, 'Sorry, but url or entity not found');
  const { data: task, isReady, isFirstResult } = job;
  const isFinder = task.kind === 'finder';
  if (!isReady)
    return {
      status: 200,
      body: { status: isFinder ? 'in_progress' : 'in progress', data: [], meta: { task_hash: id } },
    };
  const rows = { finder, prospects, 'search-emails': emailsOf, 'domain-emails': listed, 'generic-contacts': listed }[
    task.kind
  ];
  const { data, isFound } = rows(request, task);
  const isList = task.kind !== 'finder' && task.kind !== 'search-emails';
  const isFree = !isFound || !isFirstResult || (isList && isPaid(world, `${task.kind} ${task.domain}`));
  if (!isFree) request.charge(dollarsPerCredit);
  const links = task.kind === 'search-emails' ? [] : { next: '' };
  return {
    status: 200,
    body: { status: 'completed', data, meta: { domain: task.domain, task_hash: id, page: 1 }, links },
  };
}

function finder(request: StandInRequest, { name, domain }: Task) {
  const known = findKnown(request.world, 'snovio', { name, domain });
  const good = known ? [stated(request, known)] : [];
  const bad = hostileAddresses.map((email) => ({ email, smtp_status: 'valid' }));
  return {
    data: [{ people: name, result: request.mood === 'hostile' ? [...bad, ...good] : good }],
    isFound: known !== null,
  };
}

function prospects({ world, port }: StandInRequest, { domain }: Task) {
  const people = listKnown(world, 'snovio', domain).slice(0, 20);
  const data = people.map(({ person }) => ({
    ...{ first_name: person.first, last_name: person.last, position: person.position },
    source_page: person.linkedin ? linkedinOf(person, port) : '',
    search_emails_start: `https://api.snov.io/v2/domain-search/prospects/search-emails/start/${person.id}`,
  }));
  return { data, isFound: data.length > 0 };
}

function emailsOf(request: StandInRequest, { name }: Task) {
  const person = request.world.people.find(({ id }) => id === name);
  const known =
    person && listKnown(request.world, 'snovio', person.site.mailDomain).find((one) => one.person === person);
  const emails = known ? [stated(request, known)] : [];
  const { mood } = request;
  const bad = hostileAddresses.map((email) => ({ email, smtp_status: 'valid' }));
  const searching_date = new Date().toISOString().slice(0, 19).replace('T', ' ');
  return {
    data: { searching_date, emails: mood === 'hostile' ? [...bad, ...emails] : emails },
    isFound: emails.length > 0,
  };
}

function listed({ world, mood }: StandInRequest, { kind, domain }: Task) {
  const people = kind === 'domain-emails' ? listKnown(world, 'snovio', domain).map(({ address }) => address) : [];
  const addresses: unknown[] = [...people, ...sharedAt(world, domain)].slice(0, 50);
  const rows = mood === 'hostile' ? [...hostileAddresses, ...addresses] : addresses;
  return { data: rows.map((email) => ({ email })), isFound: addresses.length > 0 };
}

function stated({ world }: StandInRequest, { address: email }: KnownPerson) {
  const state = lookAt(world, 'snovio', email);
  const flags = { is_valid_format: true, is_disposable: false, is_webmail: false, is_gibberish: false };
  if (state === 'valid' || state === 'honeypot') return { email, smtp_status: 'valid', ...flags };
  if (state === 'invalid' || state === 'no-domain' || state === 'no-mail')
    return { email, smtp_status: 'not_valid', ...flags };
  const reasons: Partial<Record<typeof state, string>> = {
    catch_all: 'catchall',
    greylisted: 'greylist',
    unreachable: 'connection_error',
  };
  return { email, smtp_status: 'unknown', unknown_status_reason: reasons[state] ?? 'banned', ...flags };
}

function legacy(request: StandInRequest, form: URLSearchParams): StandInResponse {
  const name = `${form.get('firstName')} ${form.get('lastName')}`;
  const known = findKnown(request.world, 'snovio', { name, domain: form.get('domain') ?? '' });
  if (known) request.charge(dollarsPerCredit);
  const good = known
    ? [stated(request, known)].map(({ email, smtp_status }) => ({ email, emailStatus: smtp_status }))
    : [];
  const bad = hostileAddresses.map((email) => ({ email, emailStatus: 'valid' }));
  const emails = request.mood === 'hostile' ? [...bad, ...good] : good;
  return {
    status: 200,
    body: { success: true, data: { firstName: form.get('firstName'), emails }, status: { identifier: 'complete' } },
  };
}
