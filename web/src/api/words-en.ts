/** The text of a failure: the event, and the next step. */
import type { RefusalCode } from './failure.ts';

export interface Sentence {
  what: string;
  mend: string;
}

export const words = {
  unreachable: { what: 'The service cannot be reached.', mend: 'Check your connection; the page tries again.' },
  'signed-out': { what: 'Your session has ended.', mend: 'Sign in again.' },
  crashed: { what: 'This page failed.', mend: 'Load it again. If it fails again, tell your administrator.' },
  rateLimited: (seconds: number) => `Wait ${seconds} seconds, then try again.`,
  requestId: (id: string) => `Request ${id}`,
  byCode: {
    validation_error: { what: 'Something in the request is not valid.', mend: 'Correct it and try again.' },
    idempotency_key_reused: { what: 'This request was sent before.', mend: 'Load the page again.' },
    invalid_credentials: { what: 'E-mail, password or code is wrong.', mend: 'Check them and try again.' },
    mfa_required: {
      what: 'Your account asks for a second factor.',
      mend: 'Enter the code of your authenticator app.',
    },
    unauthorized: { what: 'You are not signed in.', mend: 'Sign in again.' },
    forbidden: { what: 'Your role may not do that.', mend: 'Ask an owner or admin of your organization.' },
    plan_limit: { what: 'Your plan does not allow more of these.', mend: 'Ask an owner about the plan.' },
    not_found: { what: 'It is not there.', mend: 'Go back and choose another.' },
    conflict: { what: 'It changed meanwhile.', mend: 'Look at its state now.' },
    payload_too_large: { what: 'The text is too long.', mend: 'Shorten it and try again.' },
    rate_limited: { what: 'Too many attempts.', mend: 'Wait a while, then try again.' },
    internal_error: { what: 'Something failed on the service’s side.', mend: 'Try again.' },
    unavailable: { what: 'The service is not ready right now.', mend: 'Try again in a moment.' },
    unreadable: { what: 'The answer could not be read.', mend: 'Load the page again.' },
  } satisfies Record<RefusalCode, Sentence>,
};
