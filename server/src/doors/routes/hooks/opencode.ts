// SPDX-License-Identifier: Apache-2.0
/** opencode: a plugin in its process asks, and throws unless the answer says `run`. The words are the plugin's own. */
import { type Harness, textOf } from './harness.ts';

export const OPENCODE: Harness = {
  door: 'OPENCODE',
  read({ event, tool, args, sessionID: session, callID: id, output }) {
    const call = { tool, input: args, callId: textOf(id), session: textOf(session) };
    if (event === 'tool.execute.before') return { ...call, phase: 'BEFORE' };
    if (event !== 'tool.execute.after') return null;
    return { ...call, phase: 'AFTER', status: 'SUCCEEDED', result: output };
  },
  pass: () => ({ run: true }),
  deny: (reason) => ({ run: false, reason }),
  hide: (text, reason) => ({ output: `${reason}\n${text}` }),
};
