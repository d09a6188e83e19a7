// SPDX-License-Identifier: Apache-2.0
/** The plan of the current organization: the plans there are, how one changes, and the subscription behind it. */
import { type Static, Type } from 'typebox';
import { PLANS } from '../enums.ts';
import { dateTime, nullable, strictObject, stringEnum } from '../schema.ts';
import { type AppOperation, EVERY_MEMBER } from './operation.ts';

const OWNERS = { OWNER: true, ADMIN: false, MEMBER: false } as const;

/** How a plan changes: through the payment processor, at once and free of charge, or by the operator alone. */
export const PLAN_CHANGES = ['billing', 'free', 'off'] as const;
export type PlanChangeMode = (typeof PLAN_CHANGES)[number];

/** Plans that an owner may choose. ENTERPRISE is agreed, and set by provisioning alone. */
export const OPEN_PLANS = ['DEVELOPER', 'TEAM', 'BUSINESS'] as const;
export const PAID_PLANS = ['TEAM', 'BUSINESS'] as const;
export type PaidPlan = (typeof PAID_PLANS)[number];

/** `ACTIVE`: paid. `PAST_DUE`: a payment failed. `CANCELLED`: ended. Neither ends the plan before `graceEndsAt`. */
export const SUBSCRIPTION_STATES = ['ACTIVE', 'PAST_DUE', 'CANCELLED'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

const subscription = Type.Object({
  state: stringEnum(SUBSCRIPTION_STATES),
  plan: stringEnum(PAID_PLANS),
  paidUntil: nullable(dateTime({ description: 'The end of the month that is paid for.' })),
  endsThen: Type.Boolean({ description: 'Whether the subscription was cancelled and ends at `paidUntil`.' }),
  graceEndsAt: nullable(dateTime({ description: 'The plan becomes DEVELOPER then, unless it is paid before.' })),
});

export const BillingSchema = Type.Object({
  change: stringEnum(PLAN_CHANGES),
  plan: stringEnum(PLANS),
  plans: Type.Array(
    Type.Object({
      name: stringEnum(PLANS),
      priceUsd: nullable(Type.Integer({ description: 'US dollars a month, without taxes; null: quoted.' })),
      agents: nullable(Type.Integer()),
      eventsPerMonth: nullable(Type.Integer()),
      retentionDays: nullable(Type.Integer()),
    }),
  ),
  subscription: nullable(subscription),
});
export type Billing = Static<typeof BillingSchema>;

export const PlanChoiceSchema = strictObject({ plan: stringEnum(OPEN_PLANS) });
export type PlanChoice = Static<typeof PlanChoiceSchema>;

export const PaidPlanChoiceSchema = strictObject({ plan: stringEnum(PAID_PLANS) });
export type PaidPlanChoice = Static<typeof PaidPlanChoiceSchema>;

export const BillingPageSchema = Type.Object({ url: Type.String({ description: 'A page of the payment processor.' }) });
export type BillingPage = Static<typeof BillingPageSchema>;

export const BILLING_OPERATIONS = {
  readBilling: {
    method: 'GET',
    path: '/billing',
    who: EVERY_MEMBER,
    query: null,
    body: null,
    success: { status: 200, body: BillingSchema },
  },
  startCheckout: {
    method: 'POST',
    path: '/billing/checkout',
    who: OWNERS,
    asksUpstream: true,
    query: null,
    body: PaidPlanChoiceSchema,
    success: { status: 200, body: BillingPageSchema },
  },
  openPortal: {
    method: 'POST',
    path: '/billing/portal',
    who: OWNERS,
    asksUpstream: true,
    query: null,
    body: null,
    success: { status: 200, body: BillingPageSchema },
  },
  changePlan: {
    method: 'POST',
    path: '/organization/plan',
    who: OWNERS,
    query: null,
    body: PlanChoiceSchema,
    success: { status: 200, body: BillingSchema },
  },
} as const satisfies Record<string, AppOperation>;
