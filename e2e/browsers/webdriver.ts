// The parts of the W3C WebDriver protocol that the stories need.
import type { Driver, Key } from './driver.ts';

/** The key under which the protocol returns an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

const codes: Partial<Record<Key, string>> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** Opens a session with a driver. `close` ends the session, not the driver. */
export async function openSession(driver: string, capabilities: object): Promise<Driver> {
  const asked = { capabilities: { alwaysMatch: capabilities } };
  const { sessionId } = await call<{ sessionId: string }>('POST', `${driver}/session`, asked);
  const session = `${driver}/session/${sessionId}`;
  const post = <Value>(path: string, body: object = {}) => call<Value>('POST', `${session}/${path}`, body);
  const run = <Value>(act: (...given: never[]) => unknown, given: readonly unknown[]) =>
    post<Value>('execute/sync', { script: `return (${act})(...arguments)`, args: given });
  const press = (keys: readonly string[]) => {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    return post<void>('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  };
  return {
    open: (url) => post('url', { url }),
    run: (act, ...given) => run(act, given),
    async click(find, ...given) {
      const found = await run<Record<string, string> | null>(find, given);
      if (found) await post(`element/${found[elementKey]}/click`);
      return found !== null;
    },
    type: (text) => press([...text]),
    press: (key) => press([codes[key] ?? key]),
    screenshot: async () => Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64'),
    close: () => call('DELETE', session),
  };
}

async function call<Value>(method: string, address: string, body?: object): Promise<Value> {
  const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${method} ${new URL(address).pathname}: ${value.error}: ${value.message}`);
  return value;
}
