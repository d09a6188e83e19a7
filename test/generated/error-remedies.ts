// SPDX-License-Identifier: Apache-2.0
/** The remedy of each error, for the reference. A code without a line here does not compile. */
import type { ERRORS } from '@svc/contract';

export const REMEDIES: Readonly<Record<keyof typeof ERRORS, string>> = {
  validation_error:
    'Read `fields`: it names each wrong field and says what it takes. Change the request and send it again, with the ' +
    'same Idempotency-Key: nothing was recorded.',
  idempotency_key_reused:
    'Make a key for each action, such as a UUID, and use it again only for a retry of the same request. See ' +
    '[Deciding an action](../guides/deciding.md).',
  unauthorized:
    'Check that the key is whole, not revoked, and sent from an allowed address. ' +
    'Make one on the page **API keys**. For the app, sign in again.',
  invalid_credentials:
    'Type both again. **Forgot your password?** on the sign-in page mails a link to choose a new one.',
  maker_unproven: 'Sign in with the password of that account first, or send a new one with the link.',
  mfa_required: 'Send the six digits of the authenticator app, or a recovery code. With a passkey none is needed.',
  reauthentication_required: 'Confirm with your password, code or passkey, and send the change again.',
  mfa_setup_required: 'Set up an authenticator app or a passkey under **Account**, **Security**.',
  new_password_required: 'Ask for the link by mail, and choose a password that you use nowhere else.',
  no_organization: 'Ask an owner or admin for an [invitation](../guides/members.md), or make an organization.',
  directory_session:
    'Sign in with your password or a passkey: this is about your account, not about the organization of the directory.',
  sso_required:
    'Press **Sign in with your company** on the sign-in page. See [Sign-in by your company](../guides/sso.md).',
  sso_refused: 'Read `reason`, and see [When a sign-in is refused](../guides/sso.md#when-a-sign-in-is-refused).',
  demo_read_only: 'Sign up, and try it in an organization of your own.',
  signature_required:
    'Approve in the app: it asks for your passkey. See [signed approvals](../guides/signed-approvals.md).',
  forbidden:
    'A key: give it the permission that the sentence names, or take an org-wide key. A person: ask an owner. ' +
    '[Roles and rights](roles.md) has who may what.',
  plan_limit:
    'Delete what is no longer used, or change the plan: see [plans and billing](../guides/plans-and-billing.md).',
  not_found: 'Check the id and the address. What belongs to another organization is answered the same way.',
  conflict: 'Read it again, look at what changed, and send your change anew.',
  needs_second_person:
    'Another owner or admin answers it on the page **Changes for a second person**: see ' +
    '[two people](../guides/two-people.md).',
  not_allowed: 'Do not run the action. While it is `REVIEW`, wait for a person: see [reviews](../guides/reviews.md).',
  already_redeemed:
    'Do not run it again. With the Idempotency-Key of the first redemption you get its stored answer: see ' +
    '[from a held call to a done one](../guides/held-calls.md).',
  approval_lapsed: 'Ask for a new decision. Redeem sooner, or have an owner lengthen `approvalValidMinutes`.',
  action_mismatch: 'Send exactly the body that was decided. A changed action needs a decision of its own.',
  refused_now: 'Read `reasons`. The rules or the agent changed since the approval: ask for a new decision.',
  grant_not_allowed: 'Approve without a grant, or allow grants in the policy: see [grants](../guides/grants.md).',
  outcome_reported: 'Nothing: the first report stands. `UNKNOWN` alone can be amended, for 7 days.',
  sole_owner: 'Make another member an owner on the page **Members**, then try again.',
  tests_failed: 'Read which cases fail, and mend the policy or the cases: see [policies](../guides/policies.md).',
  payload_too_large: 'Send less: the first part of a long `content` is enough to decide. See [limits](limits.md).',
  rate_limited: 'Wait as long as `Retry-After` says, then send it again with the same Idempotency-Key.',
  internal_error:
    'Send it again with the same Idempotency-Key. If it stays, give the operator the `requestId`: the log has it.',
  unavailable:
    'Wait as long as `Retry-After` says, and send it again. Operators read [monitoring](../operating/monitoring.md).',
};
