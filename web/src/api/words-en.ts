// SPDX-License-Identifier: Apache-2.0
/** The text of a failure: the event, and the next step. */
import type { RefusalCode } from './failure.ts';

export interface Sentence {
  what: string;
  remedy: string;
}

export const words = {
  unreachable: { what: 'The service cannot be reached.', remedy: 'Check your connection; the page tries again.' },
  'signed-out': { what: 'Your session has ended.', remedy: 'Sign in again.' },
  crashed: { what: 'This page failed.', remedy: 'Load it again. If it fails again, tell your administrator.' },
  rateLimited: (seconds: number) => `Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, then try again.`,
  openProposal: 'Open the change that waits',
  requestId: (id: string) => `Request ${id}`,
  byCode: {
    validation_error: { what: 'Something in the request is not valid.', remedy: 'Correct it and try again.' },
    idempotency_key_reused: { what: 'This request was sent before.', remedy: 'Load the page again.' },
    invalid_credentials: { what: 'E-mail, password or code is wrong.', remedy: 'Check them and try again.' },
    maker_unproven: {
      what: 'You are not signed in to this account here.',
      remedy: 'Sign in, or enter the password of the account.',
    },
    mfa_required: {
      what: 'Your account asks for a second factor.',
      remedy: 'Enter the code of your authenticator app.',
    },
    reauthentication_required: { what: 'This change needs a recent sign-in.', remedy: 'Confirm that it is you.' },
    new_password_required: {
      what: 'Too many wrong codes were given with this password.',
      remedy: 'Choose a new password by “Forgot password”, then sign in.',
    },
    no_organization: {
      what: 'Your account no longer belongs to an organization.',
      remedy: 'Sign in to make a new one, or ask a colleague for an invitation.',
    },
    mfa_setup_required: {
      what: 'Your organization asks for a second factor.',
      remedy: 'Set one up in your account, then go on.',
    },
    signature_required: {
      what: 'This approval needs your signature.',
      remedy: 'Open the review and approve it with your passkey.',
    },
    directory_session: {
      what: 'You signed in by your company, and this is about your whole account.',
      remedy: 'Sign in with a password or passkey for it.',
    },
    sso_required: {
      what: 'Your organization is entered by the sign-in of your company alone.',
      remedy: 'Sign in with your company.',
    },
    sso_refused: { what: 'The sign-in by your company did not work.', remedy: 'Start again.' },
    demo_read_only: {
      what: 'This is a demo: nothing in it can be changed.',
      remedy: 'Create an organization of your own to try it.',
    },
    unauthorized: { what: 'You are not signed in.', remedy: 'Sign in again.' },
    forbidden: { what: 'Your role may not do that.', remedy: 'Ask an owner or admin of your organization.' },
    plan_limit: { what: 'You have reached the limit of your plan.', remedy: 'Ask an owner about the plan.' },
    not_found: { what: 'Not found.', remedy: 'Go back and choose another.' },
    conflict: { what: 'Someone else has changed this.', remedy: 'Reload to see the latest.' },
    needs_second_person: {
      what: 'This lets more through, so it waits for another owner or admin.',
      remedy: 'Nothing has changed yet. Ask one of them to look at it.',
    },
    not_allowed: { what: 'This action is not allowed.', remedy: 'Do not run it.' },
    already_redeemed: { what: 'This act was used before.', remedy: 'Do not run it again.' },
    approval_lapsed: { what: 'The time to run this act is over.', remedy: 'Ask for a new decision.' },
    action_mismatch: {
      what: 'This is not the act that was decided.',
      remedy: 'Send it as it was decided, or ask for a new decision.',
    },
    refused_now: { what: 'This act was allowed, and would be blocked now.', remedy: 'Do not run it.' },
    grant_not_allowed: {
      what: 'No grant may be made for this act. Nothing was approved.',
      remedy: 'Approve it without a grant.',
    },
    outcome_reported: { what: 'The outcome of this act is known already.', remedy: 'It changes no more.' },
    sole_owner: { what: 'You are the only owner.', remedy: 'Make another member an owner first.' },
    tests_failed: { what: 'Test cases of the policy fail; nothing was saved.', remedy: 'Fix them, or save anyway.' },
    payload_too_large: { what: 'The text is too long.', remedy: 'Shorten it and try again.' },
    rate_limited: { what: 'Too many attempts.', remedy: 'Wait a while, then try again.' },
    internal_error: { what: 'Something failed on the service’s side.', remedy: 'Try again.' },
    unavailable: { what: 'The service is not ready right now.', remedy: 'Try again in a moment.' },
    unreadable: { what: 'The answer could not be read.', remedy: 'Load the page again.' },
  } satisfies Record<RefusalCode, Sentence>,
};
