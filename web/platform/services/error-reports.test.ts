import { expect, test } from 'vitest';
import { withoutSecrets } from './error-reports.ts';

test('fields of filtered names are replaced at any depth, the rest stays', () => {
  const context = { form: { Password: 'a', steps: [{ creditCard: '4242', step: 1 }] }, refresh_token: 'b', page: '/' };
  expect(withoutSecrets(context)).toEqual({
    form: { Password: '[FILTERED]', steps: [{ creditCard: '[FILTERED]', step: 1 }] },
    refresh_token: '[FILTERED]',
    page: '/',
  });
});
