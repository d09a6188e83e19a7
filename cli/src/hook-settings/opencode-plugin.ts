// SPDX-License-Identifier: Apache-2.0
/** The plugin that opencode loads. It stands alone: its process is not ours, and has none of our files. */

interface Settings {
  /** For a key that is bound to none. */
  readonly agent: string | null;
  readonly results: 'mask' | null;
  readonly timeoutSeconds: number;
}

export const OPENCODE_PLUGIN = ({ agent, results, timeoutSeconds }: Settings): string => `\
// Written by \`svc hook install opencode\`. Each call of a tool asks svc first; any fault stops the call.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const AGENT = ${JSON.stringify(agent)};
const RESULTS = ${JSON.stringify(results ?? 'pass')};
const TIMEOUT_MS = ${timeoutSeconds * 1_000};
const HELD_MS_MAX = 25_000;

function connection() {
  const { SVC_API_KEY, SVC_BASE_URL, XDG_CONFIG_HOME, HOME } = process.env;
  let kept = {};
  try {
    kept = JSON.parse(readFileSync(join(XDG_CONFIG_HOME || join(HOME, '.config'), 'svc', 'credentials.json'), 'utf8'));
  } catch {
    // Without a login the environment must have the key.
  }
  return { key: SVC_API_KEY || kept.apiKey, base: SVC_BASE_URL || kept.baseUrl || 'http://127.0.0.1:4000' };
}

async function ask(event, call, untilMs = Date.now() + TIMEOUT_MS) {
  const { key, base } = connection();
  if (!key) throw new Error('svc has no API key: run \`svc login\`, or set SVC_API_KEY. The call was not run.');
  const url = new URL('hooks/opencode', base.endsWith('/') ? base : base + '/');
  if (AGENT !== null) url.searchParams.set('agent', AGENT);
  url.searchParams.set('results', RESULTS);
  const holdMs = Math.max(0, Math.min(HELD_MS_MAX, untilMs - Date.now() - 10_000));
  url.searchParams.set('waitMs', String(holdMs));
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: \`Bearer \${key}\` },
    body: JSON.stringify({ event, ...call }),
    redirect: 'error',
    signal: AbortSignal.timeout(holdMs + 10_000),
  });
  if (answer.status !== 200 || !answer.headers.get('x-svc-version')) {
    throw new Error(\`svc could not decide (status \${answer.status}). The call was not run.\`);
  }
  const said = await answer.json();
  const isPending = answer.headers.get('x-svc-review') === 'PENDING';
  return isPending && holdMs > 0 ? await ask(event, call, untilMs) : said;
}

export const Svc = async () => ({
  'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
    const said = await ask('tool.execute.before', { tool, sessionID, callID, args });
    if (said.run !== true) throw new Error(said.reason ?? 'svc gave no answer. The call was not run.');
  },
  'tool.execute.after': async ({ tool, sessionID, callID, args }, output) => {
    const call = { tool, sessionID, callID, args, output: output.output };
    const said = await ask('tool.execute.after', call).catch(() => null);
    if (typeof said?.output === 'string') output.output = said.output;
    else if (RESULTS === 'mask' && said?.run !== true) output.output = '[removed] svc could not scan the result.';
  },
});
`;
