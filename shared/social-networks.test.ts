import { describe, expect, test } from 'vitest';
import { declaredNetworkOf, networkOf, profileUrl } from './social-networks.ts';

describe('networkOf', () => {
  test.each([
    ['https://www.linkedin.com/in/jane-doe?trk=x', 'linkedin'],
    ['https://x.com/janedoe', 'x'],
    ['http://twitter.com/@janedoe/', 'x'],
    ['https://mastodon.social/@janedoe', 'mastodon'],
    ['https://fosstodon.org/users/jane', 'mastodon'],
    ['https://bsky.app/profile/jane.example', 'bluesky'],
    ['https://www.instagram.com/jane.doe/', 'instagram'],
    ['https://www.facebook.com/jane.doe', 'facebook'],
    ['https://www.youtube.com/@janedoe', 'youtube'],
    ['https://github.com/janedoe', 'github'],
  ])('%s', (url, network) => {
    expect(networkOf(url)).toBe(network);
  });

  test.each([
    'https://twitter.com/intent/tweet?text=Tea',
    'https://x.com/share?url=https://tea.example',
    'https://www.facebook.com/sharer/sharer.php?u=https://tea.example',
    'https://www.facebook.com/sharer.php?u=https://tea.example',
    'https://www.linkedin.com/shareArticle?mini=true&url=https://tea.example',
    'https://www.linkedin.com/company/tea',
    'https://github.com/tea/kettle',
    'https://www.instagram.com/p/Cxyz/',
    'https://notlinkedin.com.evil.example/in/jane',
    'https://tea.example/@jane',
    'javascript:alert("https://x.com/jane")',
    'x.com/jane',
  ])('is not a profile: %s', (url) => {
    expect(networkOf(url)).toBeNull();
  });
});

test('a declared profile may be on any server of the fediverse', () => {
  expect(declaredNetworkOf('https://jane.example/@jane')).toBe('mastodon');
  expect(declaredNetworkOf('https://jane.example/about')).toBeNull();
  expect(declaredNetworkOf('javascript:/@jane')).toBeNull();
});

test('profileUrl drops tracking parameters', () => {
  expect(profileUrl('https://www.linkedin.com/in/jane-doe/?utm_source=a#top')).toBe(
    'https://www.linkedin.com/in/jane-doe',
  );
});
