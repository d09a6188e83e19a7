// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: 'New password',
  heading: 'Choose a new password',
  lead: 'You will be signed out everywhere.',
  hint: 'At least 12 characters. A sentence of your own is easy to remember.',
  submit: 'Set the password',
  doneHeading: 'Password changed',
  doneLead: 'You have been signed out everywhere. Sign in with your new password.',
  signIn: 'Sign in',
  overHeading: 'This link has expired or was already used',
  overLead: 'It works once, for an hour, and a newer one ends it.',
  again: 'Send another link',
};
