export const words = {
  title: 'Confirm the address',
  heading: 'Confirming your address…',
  again: 'Try again',
  doneHeading: 'Your address is confirmed',
  doneLead: 'You can invite people now, and notices reach you.',
  overHeading: 'This link has expired or was already used',
  overLead: 'A link works once, for 24 hours, and a newer one replaces it. Request another in Account.',
  open: 'Open svc',
  account: 'Open Account',
};
