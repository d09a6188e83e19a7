// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: 'Forgotten password',
  heading: 'Forgot your password?',
  lead: 'We send a link to the address of your account.',
  submit: 'Send the link',
  sentHeading: 'Check your inbox',
  sentLead: (email: string): string => `If ${email} has an account, a link is on its way.`,
  sentHint: 'It works once, for an hour. Nothing after a few minutes? Check your spam folder, too.',
  withoutMail: {
    what: 'This service has no mail server, so no link can be sent.',
    remedy: 'Ask its operator for a new password. On the server it is one command:',
  },
  address: 'YOUR-ADDRESS',
  back: 'Back to sign-in',
};
