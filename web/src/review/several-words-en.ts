// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: (count: number) => `${count} matching reviews`,
  like: 'The same agent, action, resource and policy. Each keeps its own answer and audit entry.',
  list: 'Reviews that are answered together',
  approveQuestion: (count: number) => `Approve ${count} actions?`,
  denyQuestion: (count: number) => `Deny ${count} actions?`,
  approveText: 'The agent may run them at once. This cannot be taken back.',
  denyText: 'The agent must run none of them. This cannot be taken back.',
  close: 'Back to the list',
  lines: {
    added: 'Your approval counts; another person has to approve as well.',
    approved: 'Approved',
    denied: 'Denied',
    expired: 'Not answered: it expired before.',
    paused: 'Not approved: the agent is paused.',
    forbidden: 'Not answered: your role may not decide it.',
    gone: 'Not answered: the review no longer exists.',
    failed: 'No answer came, so it may not have counted. Send it again.',
    limited: 'Not answered: too many changes within a minute. Send it again in a moment.',
    unsent: 'Not sent yet. Send it again.',
  },
  already: {
    APPROVED: (by: string) => `Not answered: already approved ${by}`,
    DENIED: (by: string) => `Not answered: already denied ${by}`,
  },
  channels: { app: 'in the app', chat: 'in a chat', mcp: 'in an assistant' },
  done: (counted: number, count: number) => `${counted} of ${count} answers counted.`,
};
