import { expect, test } from 'vitest';
import { hasHostPerUser, isOnPlatform, isPlatform } from './platforms.ts';

test.each([
  'facebook.com',
  'youtu.be',
  'google.com',
  'google.co.uk',
  'amazon.de',
  'blogspot.com.br',
  'pages.dev',
  'wordpress.com',
])('anyone can publish on %s', (domain) => expect(isPlatform(domain)).toBe(true));

test.each(['', 'example.com', 'golf.blogspot.com', 'google.example.com', 'amazonia.com', 'mygoogle.com', 'bbc.co.uk'])(
  '%j is a site of its own',
  (domain) => expect(isPlatform(domain)).toBe(false),
);

test.each(['medium.com', 'jane.blogspot.co.uk', 'jane.github.io', 'a.blog12.fc2.com', 'daily.bandcamp.com'])(
  '%s is on a platform',
  (host) => expect(isOnPlatform(host)).toBe(true),
);

test.each(['', 'example.com', 'mail.example.com', 'blogspot.example.com'])('%j is on no platform', (host) =>
  expect(isOnPlatform(host)).toBe(false),
);

test('users of some platforms have hosts, those of others only paths', () => {
  expect(['wordpress.com', 'blogspot.de', 'medium.com', 'github.io'].filter(hasHostPerUser)).toHaveLength(4);
  expect(['dev.to', 'naver.com', 'google.de', 'blogspot.example', 'example.com'].filter(hasHostPerUser)).toEqual([]);
});
