// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: 'Connect an app',
  looking: 'Looking at what the app asks',
  named: (name: string) => `${name} asks to use svc as you`,
  onDevice: 'An app on this device asks to use svc as you',
  at: (host: string) => `An app at ${host} asks to use svc as you`,
  documented: (host: string) => `It is described at ${host}.`,
  callsItself: (name: string) => `It calls itself “${name}”. Nobody has checked that.`,
  device: {
    what: 'The answer goes to a program on this device.',
    remedy: 'Any program here could have asked. Go on only if you have just started this yourself.',
  },
  signedInAs: (email: string) => `You are signed in as ${email}.`,
  organization: 'Organization',
  roles: { OWNER: 'owner', ADMIN: 'admin', MEMBER: 'member' },
  choice: (name: string, role: string) => `${name}, as ${role}`,
  scopes: 'What it may do',
  scope: {
    'decisions:read': { name: 'Read decisions', hint: 'Any of this organization, without content' },
    'decisions:write': { name: 'Ask for real decisions', hint: 'Recorded, counted and sent to webhooks' },
    'policies:read': { name: 'Read policies', hint: 'Names, conditions and who may approve' },
    'policies:test': { name: 'Test policies', hint: 'Dry runs; nothing is recorded or saved' },
  },
  writes: 'writes',
  mayAsk: 'Ask me to approve or deny reviews',
  mayAskHint:
    'Your answer counts as one given here. Choose it only for an app that you trust to show you the question: ' +
    'one that does not could answer for you.',
  neverPolicies: 'It can never change a policy, and never resolve a review at the risk critical.',
  never: 'It can never approve or deny a review, and never change a policy.',
  refuse: 'Refuse',
  allow: (count: number) => (count === 1 ? 'Allow 1 scope' : `Allow ${count} scopes`),
  none: 'Choose at least one thing that it may do.',
  goingBack: 'Going back to the app',
  returnsTo: (address: string) =>
    `You return to ${address}. You can end the connection under Connected apps at any time.`,
  over: {
    what: 'This request is over, or it came to another browser.',
    remedy: 'Start again in the app that you want to connect.',
  },
  elsewhere: {
    what: 'This cannot be allowed from here.',
    remedy: 'Another person has signed in, or you have left the organization. Start again in the app.',
  },
  factor: {
    what: 'This organization asks for a second factor.',
    remedy: 'Set one up in your account, then start again in the app.',
  },
};
