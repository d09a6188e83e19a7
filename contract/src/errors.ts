// SPDX-License-Identifier: Apache-2.0
/** The error catalogue: every code an answer can carry, its HTTP status, and its default sentence. */
import { type Static, Type } from 'typebox';
import { CLASSIFICATIONS } from './enums.ts';
import { FIELD_FAULT_CODES, type FieldCode } from './field-faults.ts';
import type { BrokenClaim } from './policy-guardrails.ts';
import { dateTime, ref, stringEnum, uuid } from './schema.ts';

interface CatalogueEntry {
  status: number;
  message: string;
  /** Only routes of the app answer with this code. */
  inApp?: true;
}

export const ERRORS = {
  validation_error: { status: 400, message: 'The request is not valid; see `fields`.' },
  idempotency_key_reused: {
    status: 400,
    message: 'This Idempotency-Key was used with a different request. Use a new key for a new action.',
  },
  unauthorized: {
    status: 401,
    message: 'Send a valid API key as `Authorization: Bearer <API_KEY>` or `X-API-Key: <API_KEY>`.',
  },
  invalid_credentials: { status: 401, message: 'The e-mail address or the password is wrong.', inApp: true },
  maker_unproven: {
    status: 401,
    message:
      'This browser is not signed in to the account of the link: send its `password`, or a `newPassword` that ends ' +
      'what was set up before.',
    inApp: true,
  },
  mfa_required: { status: 401, message: 'Send the code of the second factor as `mfaCode`.', inApp: true },
  reauthentication_required: {
    status: 401,
    message: 'This change needs a sign-in of the last 10 minutes: confirm by POST /auth/reauthenticate.',
    inApp: true,
  },
  mfa_setup_required: {
    status: 403,
    message: 'The organization asks its members for a second factor: set one up first.',
    inApp: true,
  },
  new_password_required: {
    status: 403,
    message: 'Too many wrong codes were given with this password. Choose a new one by POST /auth/password/forgot.',
    inApp: true,
  },
  no_organization: {
    status: 403,
    message: 'You are not a member of any organization: send organizationName to make one, or ask for an invitation.',
    inApp: true,
  },
  directory_session: {
    status: 403,
    message: 'You are signed in by your company: this is about your whole account. Sign in with your password for it.',
    inApp: true,
  },
  sso_required: {
    status: 403,
    message: 'Your organization is entered by the sign-in of your company alone; see `organizations`.',
    inApp: true,
  },
  sso_refused: {
    status: 403,
    message: 'The sign-in by your company was refused; see `reason`.',
    inApp: true,
  },
  demo_read_only: {
    status: 403,
    message: 'This is a demo: look at everything, and change nothing. Sign up to try changes of your own.',
    inApp: true,
  },
  signature_required: {
    status: 403,
    message: 'This review asks for a signature: get what to sign by POST /reviews/{eventId}/approve/options.',
    inApp: true,
  },
  forbidden: { status: 403, message: 'This API key may not do that.' },
  plan_limit: { status: 403, message: 'The plan of the organization does not allow more of these.' },
  not_found: { status: 404, message: 'Not found.' },
  conflict: { status: 409, message: 'The state changed meanwhile; read it again.' },
  needs_second_person: {
    status: 409,
    message: 'This lets more through. It waits for another owner or admin; nothing was changed yet.',
  },
  not_allowed: { status: 409, message: 'The final decision of the event is not ALLOW: do not run the action.' },
  already_redeemed: {
    status: 409,
    message: 'The act was redeemed before, with another Idempotency-Key: do not run it again.',
  },
  approval_lapsed: {
    status: 409,
    message: 'The time to redeem the act is over. Ask for a new decision before you run it.',
  },
  action_mismatch: {
    status: 409,
    message: 'This is not the act that was decided; see `fields`. Send the decided body, or ask for a new decision.',
  },
  refused_now: {
    status: 409,
    message: 'The act was allowed, and would be blocked now; see `reasons`. Do not run it.',
  },
  grant_not_allowed: {
    status: 409,
    message: 'No grant may be made for such an act. Nothing was approved: approve it without a grant.',
    inApp: true,
  },
  outcome_reported: {
    status: 409,
    message: 'The outcome of the act is known already; it changes no more.',
  },
  sole_owner: {
    status: 409,
    message: 'You are the only owner of organizations with other members. Make another member an owner first.',
    inApp: true,
  },
  tests_failed: {
    status: 409,
    message: 'Test cases of the policy fail; nothing was saved. Fix them, or send `saveAnyway`.',
    inApp: true,
  },
  payload_too_large: {
    status: 413,
    message: 'The JSON body is larger than 204,800 bytes. It was not evaluated: do not run the action.',
  },
  rate_limited: { status: 429, message: 'Too many requests; wait as long as `Retry-After` says.' },
  internal_error: { status: 500, message: 'Something failed on our side. Do not run the action; try again.' },
  unavailable: {
    status: 503,
    message: 'The service cannot record a decision right now. Do not run the action; try again.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]];

/** The fault of a field, for programs that say it in words of their own. */
export const fieldCode = Type.Unsafe<FieldCode>({
  type: 'object',
  required: ['code', 'params'],
  properties: {
    code: stringEnum(FIELD_FAULT_CODES, { description: 'Stable code for programs.' }),
    params: { type: 'object', additionalProperties: true, description: 'Numbers and texts in the sentence, by name.' },
  },
});

export const ErrorSchema = Type.Object(
  {
    error: stringEnum(ERROR_CODES, { description: 'Stable code for programs.' }),
    message: Type.String({ description: 'A sentence for a person; its wording may change.' }),
    requestId: Type.String({ description: 'The X-Request-Id of this answer.' }),
    fields: Type.Optional(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'For `validation_error` and `action_mismatch`: path of the field -> what is wrong with it.',
      }),
    ),
    fieldCodes: Type.Optional(
      Type.Unsafe<Record<string, FieldCode>>({
        type: 'object',
        additionalProperties: fieldCode,
        description:
          'For `validation_error`: path of the field -> the fault as data. A fault without a code is absent.',
      }),
    ),
    reasons: Type.Optional(Type.Array(Type.String(), { description: 'For `refused_now`: why it would be blocked.' })),
    redeemedAt: Type.Optional(dateTime({ description: 'For `already_redeemed`: when.' })),
    brokenClaims: Type.Optional(
      Type.Array(ref<BrokenClaim>('BrokenClaim'), {
        description:
          'For `conflict`: the guardrails that the change of the policies would break. Empty: whether it breaks ' +
          'one could not be proved in time.',
      }),
    ),
    proposal: Type.Optional(
      Type.Object(
        { id: uuid(), path: Type.String({ description: 'The page of the app that answers it.' }) },
        { description: 'For `needs_second_person`: the change that waits.' },
      ),
    ),
    known: Type.Optional(
      Type.Object(
        {
          agents: Type.Array(Type.String()),
          resources: Type.Array(Type.Object({ name: Type.String(), classification: stringEnum(CLASSIFICATIONS) })),
        },
        {
          description:
            'For `POST /v1/policies/test` with an unknown agent or resource: some that the organization has. A key ' +
            'that is bound to one agent is told no other agent.',
        },
      ),
    ),
  },
  { $id: 'Error' },
);
export type ErrorBody = Static<typeof ErrorSchema>;
/** Names that a request could have used in place of an unknown one. */
export type KnownNames = NonNullable<ErrorBody['known']>;
