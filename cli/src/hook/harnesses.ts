// SPDX-License-Identifier: Apache-2.0
/** The harnesses with a hook that is a command: the shape of their denial, and how long they wait for it. */

export interface Harness {
  /** The time-out of a hook that sets none, in seconds. */
  readonly timeoutSecondsDefault: number;
  deny(reason: string): object;
  /**
   * Takes a result out whole, where the harness lets a hook do that.
   * @param value the form of the result, without its texts
   */
  hide?(reason: string, value: unknown): object;
}

const denyClaude = (reason: string) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason },
});

export const HARNESSES = {
  'claude-code': {
    timeoutSecondsDefault: 60,
    deny: denyClaude,
    hide: (reason, value) => ({
      hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: value, additionalContext: reason },
    }),
  },
  codex: { timeoutSecondsDefault: 600, deny: denyClaude, hide: (reason) => ({ decision: 'block', reason }) },
  copilot: {
    timeoutSecondsDefault: 30,
    deny: (reason) => ({ permissionDecision: 'deny', permissionDecisionReason: reason, ...denyClaude(reason) }),
  },
  cursor: {
    timeoutSecondsDefault: 60,
    deny: (reason) => ({ permission: 'deny', user_message: reason, agent_message: reason }),
  },
  gemini: {
    timeoutSecondsDefault: 60,
    deny: (reason) => ({ decision: 'deny', reason }),
    hide: (reason) => ({ decision: 'deny', reason }),
  },
} as const satisfies Record<string, Harness>;

export type HarnessName = keyof typeof HARNESSES;
export const HARNESS_NAMES = Object.keys(HARNESSES) as readonly HarnessName[];
