// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: 'Connected apps',
  connect: 'Connect an assistant',
  connectShort: 'Connect',
  all: 'In this organization',
  mayAsk: 'asks for reviews',
  hint:
    'Assistants that act as a person here, as far as they were allowed. ' +
    'They never change a policy, and approve nothing by themselves.',
  at: (host: string) => `at ${host}`,
  by: (name: string, email: string) => `${name}, ${email}`,
  since: (when: string) => `since ${when}`,
  used: (ago: string) => `last used ${ago}`,
  unused: 'not used yet',
  revoke: 'Disconnect',
  revokeOne: (name: string) => `Disconnect ${name}`,
  revokeText: 'It stops working at once. To use it again, connect it again.',
  revoked: 'Disconnected',
  none: 'No app is connected.',
  noneText: 'Once connected, an assistant asks here before it acts.',
};
