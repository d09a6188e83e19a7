export const words = {
  title: 'Forgotten password',
  heading: 'Forgot your password?',
  lead: 'We send a link to the address of your account.',
  submit: 'Send the link',
  sentHeading: 'Check your inbox',
  sentLead: (email: string): string => `If ${email} has an account, a link is on its way.`,
  sentHint: 'It works once, for an hour. Nothing after a few minutes? Check your spam folder, too.',
  back: 'Back to sign-in',
};
