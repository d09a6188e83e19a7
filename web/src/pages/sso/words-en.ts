// SPDX-License-Identifier: Apache-2.0
import type { SsoRefusal } from '@svc/contract';
import type { Sentence } from '../../api/words-en.ts';

export const words = {
  title: 'Sign in with your company',
  heading: 'Sign in with your company',
  lead: 'Your work e-mail address tells where your company signs you in.',
  directLead: 'Your company signs you in, then you come back here.',
  email: 'Work e-mail address',
  missingEmail: 'Enter your work e-mail address.',
  find: 'Continue',
  finding: 'Looking for your company…',
  organizations: 'Organizations of your company',
  goOnTo: (name: string) => `Continue to ${name}`,
  goOn: 'Continue to your company',
  goingOn: 'Going to your company…',
  finishing: 'Signing you in…',
  again: 'Sign in again',
  otherWay: 'Sign in another way',
  noneFound: {
    what: 'No company signs in by this address.',
    remedy: 'Check its spelling, or sign in another way.',
  },
  notKept: {
    what: 'Your browser did not keep the session.',
    remedy: 'Allow cookies here. From another machine, open the app by https.',
  },
  refusals: {
    NOT_AVAILABLE: {
      what: 'This organization has no sign-in by a company.',
      remedy: 'Check the address, or sign in another way.',
    },
    START_AGAIN: {
      what: 'This sign-in is over, or was begun in another browser.',
      remedy: 'Start it again here.',
    },
    DIRECTORY_DENIED: {
      what: 'Your company did not let you in.',
      remedy: 'Ask those who run its sign-in to give you this application.',
    },
    DIRECTORY_AWAY: {
      what: 'The sign-in of your company gave no usable answer.',
      remedy: 'Try again in a moment. If it goes on, tell those who run it.',
    },
    ANSWER_REFUSED: {
      what: 'The answer of your company could not be trusted.',
      remedy: 'Try again. If it goes on, an owner should try the connection under Settings, Sign-in.',
    },
    NO_EMAIL: {
      what: 'Your company did not tell your e-mail address.',
      remedy: 'Those who run its sign-in have to release the claim “email”.',
    },
    EMAIL_UNVERIFIED: {
      what: 'Your company says that your e-mail address is not verified.',
      remedy: 'Verify it there, then sign in again.',
    },
    DOMAIN_UNVERIFIED: {
      what: 'The domain of your e-mail address is not one of this organization.',
      remedy: 'An owner verifies it under Settings, Sign-in.',
    },
    OTHER_PERSON: {
      what: 'This account belongs to another person of your company’s directory.',
      remedy: 'Ask an owner to remove the earlier member first.',
    },
    NO_ROLE: {
      what: 'None of your groups has access to this organization.',
      remedy: 'Ask those who run your groups, or an owner.',
    },
    LAST_OWNER: {
      what: 'Your groups would take away the last owner.',
      remedy: 'Another owner has to be named first. Nothing was changed.',
    },
    NOT_RECENT: {
      what: 'Your company did not ask you to sign in again.',
      remedy: 'Its sign-in does not support this. Confirm with a password or passkey instead.',
    },
  } satisfies Record<SsoRefusal, Sentence>,
};
