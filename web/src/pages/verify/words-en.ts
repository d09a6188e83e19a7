// SPDX-License-Identifier: Apache-2.0
export const words = {
  title: 'Confirm the address',
  heading: 'Confirming your address…',
  again: 'Try again',
  doneHeading: 'Your address is confirmed',
  doneLead: 'You can invite people now, and notifications reach you.',
  makerHeading: 'Did you make this account?',
  makerLead: 'You are not signed in here. Enter the password of the account to confirm its address.',
  confirm: 'Confirm the address',
  isOther: 'No, or I forgot the password',
  newHeading: 'Choose a new password',
  newLead:
    'Someone may have made an account with your address. A new password makes it yours, and ends the sessions, ' +
    'second factors and connected apps that were set up before.',
  takeOver: 'Set the password',
  isMaker: 'I know the password',
  overHeading: 'This link has expired or was already used',
  overLead: 'A link works once, for 24 hours, and a newer one replaces it. Request another in Account.',
  open: 'Open svc',
  account: 'Open Account',
};
