// React records a stack trace for every element, for its developer tools. Its warnings do not need them, and without them the
// tests of two pages took 18.1 s of CPU time instead of 20.5 s.
import * as React from 'react';

const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const enough = 10_000;

// React stops recording at 10,000 and starts again every second.
Object.defineProperty((React as unknown as Record<typeof internals, object>)[internals], 'recentlyCreatedOwnerStacks', {
  get: () => enough,
  set: () => {},
});
