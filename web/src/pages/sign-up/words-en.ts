// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: 'Create an organization',
  heading: 'Create an organization',
  lead: 'You will be its owner.',
  organization: 'Organization',
  name: 'Your name',
  password: 'Password',
  passwordHint: 'At least 12 characters. A sentence of your own is easy to remember.',
  missingOrganization: 'Enter a name that your colleagues know.',
  missingName: 'Enter your name.',
  missingEmail: 'Enter your e-mail address.',
  badName: 'Use letters and figures, without line breaks and marks that cannot be seen.',
  badEmail: 'Enter an e-mail address, such as ana@example.com.',
  submit: 'Create organization',
  submitting: 'Creating…',
  hasAccount: 'Already have an account?',
  signIn: 'Sign in',
  closed: {
    what: 'New accounts come by invitation only here.',
    remedy: 'Ask a member of your organization to invite you.',
  },
  linkOver: {
    what: 'This link has ended, or was used.',
    remedy: 'Start the service again: until the first account is made, it prints a new one.',
  },
  leadWithoutMail: (email: string): string =>
    `This did not open an account for ${email}. If you have one already, sign in with it.`,
  mailHeading: 'Check your inbox',
  mailLead: (email: string): string => `We have written to ${email}. The message says how to go on.`,
};
