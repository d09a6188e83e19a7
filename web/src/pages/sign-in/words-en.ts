export const words = {
  title: 'Sign in',
  heading: 'Sign in to svc',
  lead: 'Your agents ask. You decide.',
  email: 'E-mail',
  password: 'Password',
  mfaCode: 'Code from your authenticator app',
  submit: 'Sign in',
  submitting: 'Signing in…',
  ended: 'Your session has ended. Sign in again and you are back where you were.',
  signedOut: 'You are signed out.',
  otherAddress: {
    what: 'This is not the address that the service knows as its own.',
    mend: 'Open the app at its own address, or have SVC_BASE_URL set to this one.',
  },
  notKept: {
    what: 'Your browser did not keep the session.',
    mend: 'Allow cookies here. From another machine, open the app by https.',
  },
  missingEmail: 'Enter the e-mail address of your account.',
  missingPassword: 'Enter your password.',
};
