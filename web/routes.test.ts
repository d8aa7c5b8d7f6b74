import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { isScreen, screens } from '../shared/screens.ts';
import { routes } from './routes.ts';

// Routes with a star catch everything else.
const pages = routes.filter(({ path }) => !path.endsWith('*'));

test('the routes are exactly the screens the server knows', () => {
  expect(pages.map(({ path }) => path).toSorted()).toEqual(Object.values(screens).toSorted());
});

describe('the server and the router agree about', () => {
  const known = Object.values(screens).map((pattern) => pattern.replace(':campaignId', 'c1'));
  const changed = known.flatMap((path) => [`${path}/`, `${path}//`, path.toUpperCase(), `${path}/more`, `${path}x`]);
  const others = ['/campaign/', '/campaign/nothing', '/campaign/contacts', '/campaign/contacts/', '/nothing', '/a/b'];
  const odd = ['/campaign/contacts/a b', '/campaign/contacts/é', '/login\n', '/log.in'];

  test.each([...known, ...changed, ...others, ...odd].map((path) => [path]))('%j', (path) => {
    const matches = matchRoutes(
      pages.map((page) => ({ path: page.path })),
      path,
    );
    expect(isScreen(path)).toBe(matches !== null);
  });
});
