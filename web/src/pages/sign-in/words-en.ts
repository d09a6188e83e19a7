// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: 'Sign in',
  heading: 'Sign in to svc',
  lead: 'Your agents ask. You decide.',
  passkey: 'Continue with a passkey',
  orPassword: 'or with a password',
  company: 'Sign in with your company',
  companyOf: (name: string) => `Sign in to ${name} with your company`,
  forgot: 'Forgot your password?',
  about: (host: string) =>
    'svc answers AI agents before they act: allowed, blocked, or a person is asked. ' +
    `The server at ${host} is run by those who invited you, or by your company.`,
  isNew: 'New here?',
  signUp: 'Create an organization',
  submit: 'Sign in',
  submitting: 'Signing in…',
  guessed: {
    what: 'Too many wrong codes.',
    remedy: 'Wait a minute, then start anew with your password.',
  },
  unknownPasskey: {
    what: 'No account here knows this passkey.',
    remedy: 'Choose another one, or sign in with your password.',
  },
  because: {
    ended: 'Your session has ended. Sign in again and you are back where you were.',
    'signed-out': 'You are signed out.',
    'account-deleted': 'Your account is deleted, with what belonged to it alone.',
    'organization-deleted': 'The organization is deleted. Your account stays: sign in to start another one.',
  },
  otherAddress: {
    what: 'This is not the address that the service knows as its own.',
    remedy: 'Open the app at its own address, or have SVC_BASE_URL set to this one.',
  },
  notKept: {
    what: 'Your browser did not keep the session.',
    remedy: 'Allow cookies here. From another machine, open the app by https.',
  },
};
