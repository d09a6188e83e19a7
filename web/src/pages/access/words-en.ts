// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: 'Keep this access?',
  heading: 'Did you set this up?',
  lead:
    'Someone used your account before you confirmed your address. They may have made these. None of them works until ' +
    'you answer.',
  apiKeys: 'API keys',
  webhooks: 'Webhooks',
  integrations: 'Integrations',
  checkpoints: 'Copies of checkpoints go to',
  more: (count: number) => `and ${count} more`,
  keep: 'Keep them all',
  end: 'End them all',
  endHint: 'If you do not recognize them, end them. Keys are revoked, and routes that use an integration are deleted.',
  answering: 'Saving',
  doneHeading: 'No questions wait for your answer',
  open: 'Open svc',
};
