import { expect, test } from 'vitest';
import { helloOf, senderOf } from './open-verification.ts';

test.each([
  ['Zeus <zeus@zeus.example>', 'zeus@zeus.example'],
  ['zeus@zeus.example', 'zeus@zeus.example'],
  ['"Zeus, the finder" <zeus@zeus.example>', 'zeus@zeus.example'],
  ['Zeus <zeus@localhost>', 'zeus@localhost'],
  ['Zeus', 'verify@site.example'],
  ['', 'verify@site.example'],
  ['Zeus <zeus@zeus.example>\r\nRCPT', 'verify@site.example'],
  ['Zeus <"zeus x"@zeus.example>', 'verify@site.example'],
])('%j: the sender is %s', (from, sender) => expect(senderOf(from, 'site.example')).toBe(sender));

test.each([
  ['zeus.example', 'zeus.example'],
  ['192.0.2.1', '[192.0.2.1]'],
  ['[2001:db8::1]', '[IPv6:2001:db8::1]'],
])('at %s we greet as %s', (hostname, hello) => expect(helloOf(hostname)).toBe(hello));
