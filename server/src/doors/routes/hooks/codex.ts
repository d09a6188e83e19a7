// SPDX-License-Identifier: Apache-2.0
/** OpenAI Codex: Claude Code's words, of which `deny` with a reason is the only one that holds a tool back. */
import { denyClaude, readClaude } from './claude-code.ts';
import type { Harness } from './harness.ts';

export const CODEX: Harness = {
  door: 'CODEX',
  read: readClaude,
  pass: () => ({}),
  deny: denyClaude,
  hide: (text, reason) => ({ decision: 'block', reason: `${reason}\n${text}` }),
};
