// SPDX-License-Identifier: Apache-2.0
/** The words of fields and steps that several pages of an account share. */
export const words = {
  email: 'E-mail',
  password: 'Password',
  newPassword: 'New password',
  name: 'Your name',
  missingEmail: 'Enter the e-mail address of your account.',
  missingPassword: 'Enter your password.',
  missingNewPassword: 'Choose a password.',
  badEmail: 'Enter an e-mail address, such as ana@example.com.',
  commonPassword: 'Many people use this password. Choose one that no one else uses.',
  ownAddress: 'Don’t use your e-mail address as your password.',
  shortPassword: (missing: number): string => (missing === 1 ? '1 character more.' : `${missing} characters more.`),
  strength: {
    missing: (missing: number): string => (missing === 1 ? '1 character more' : `${missing} characters more`),
    levels: ['', 'Easy to guess', 'Good', 'Strong'] as readonly string[],
  },
  passkeyNotUsed: { what: 'No passkey was used.', remedy: 'Try again, or take another way.' },
  confirm: {
    title: 'Confirm that it is you',
    lead: 'Your last sign-in is a while ago, and this change matters.',
    act: 'Confirm',
    company: 'Go to your company',
    companyLead:
      'Your last sign-in is a while ago, and this change matters. Your company asks you to sign in again. ' +
      'Then you come back to this page, and do it once more.',
    passkey: 'Confirm with a passkey',
    code: 'Code from your authenticator app',
    codeHint: 'Or one of your recovery codes.',
    missingCode: 'Enter the code.',
  },
};
