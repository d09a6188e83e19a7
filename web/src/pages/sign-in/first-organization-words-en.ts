// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: 'New organization',
  heading: 'Your account has no organization',
  lead:
    'Name a new one, and you are in. To join a colleague’s instead, ask them for an invitation. ' +
    'To export or delete your account, go in and open Account.',
  again: 'One more time: each proof works once.',
  name: 'Organization',
  missingName: 'Enter a name for the organization.',
  badName: 'Use a name of letters, digits and spaces.',
  act: 'Create and sign in',
  next: 'Continue',
  working: 'Creating…',
  passkey: 'Confirm with the passkey',
  back: 'Sign in as someone else',
  madeMeanwhile: { what: 'Your account has an organization by now.', remedy: 'Sign in again.' },
};
