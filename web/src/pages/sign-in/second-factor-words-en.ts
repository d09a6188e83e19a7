// SPDX-License-Identifier: Apache-2.0
export const words = {
  heading: 'One more step',
  lead: 'Your account asks for a second factor.',
  again: 'Once more: a code works once, so wait for the next one.',
  passkey: 'Use a passkey instead',
  mfaCode: 'Code',
  mfaHint: 'Six digits from your authenticator app, or one of your recovery codes.',
  submit: 'Sign in',
  submitting: 'Signing in…',
  missingCode: 'Enter the code.',
  wrongCode: {
    what: 'Wrong code.',
    remedy: 'Codes change every 30 seconds, and each works once. Wait for the next one.',
  },
  back: 'Sign in as someone else',
};
