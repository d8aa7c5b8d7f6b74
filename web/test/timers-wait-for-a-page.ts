// Test files share a process, and between two of them there is no page. A browser's timers never go off without one, but Node's do,
// and whatever they call fails then. Here they wait for the next page. Stopping them would not do: a module that files share, such
// as the auth client, would wait for ever.

const { setTimeout: startTimeout, setInterval: startInterval } = globalThis;
const lookAgainMs = 10;

type Run = (...values: unknown[]) => void;

function setPageTimeout(run: Run, ms?: number, ...values: unknown[]) {
  return startTimeout(() => runOnPage(run, values), ms);
}

function setPageInterval(run: Run, ms?: number, ...values: unknown[]) {
  return startInterval(() => {
    if (hasPage()) run(...values);
  }, ms);
}

function runOnPage(run: Run, values: unknown[]) {
  if (hasPage()) run(...values);
  else startTimeout(runOnPage, lookAgainMs, run, values).unref();
}

const hasPage = () => typeof document !== 'undefined';

Object.assign(globalThis, { setTimeout: setPageTimeout, setInterval: setPageInterval });
