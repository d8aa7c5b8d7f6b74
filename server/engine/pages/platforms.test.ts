import { expect, test } from 'vitest';
import { isPlatform } from './platforms.ts';

test.each(['facebook.com', 'youtu.be', 'google.com', 'google.co.uk', 'amazon.de', 'blogspot.com.br', 'pages.dev'])(
  'anyone can publish on %s',
  (domain) => expect(isPlatform(domain)).toBe(true),
);

test.each(['', 'example.com', 'golf.blogspot.com', 'google.example.com', 'amazonia.com', 'mygoogle.com', 'bbc.co.uk'])(
  '%j is a site of its own',
  (domain) => expect(isPlatform(domain)).toBe(false),
);
