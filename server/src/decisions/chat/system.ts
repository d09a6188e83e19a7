// SPDX-License-Identifier: Apache-2.0
/** The form in which each chat, ticket system and system of incidents is used: one row of a table for each. */
import type { Language } from '@svc/contract';
import type pg from 'pg';
import type { Vault } from '../../platform/vault/index.ts';
import type { PostClaim } from './posts.ts';
import type { ReviewFacts } from './review-facts.ts';
import type { Caller, Calling, CallResult } from './slack-calls.ts';
import type { BotFramework } from './teams/bot-framework.ts';

export interface SystemCalling extends Calling {
  teams: BotFramework;
}

export interface SendOptions extends SystemCalling {
  pool: pg.Pool;
  vault: Vault;
  /** Public address of the service; empty while it does not listen. */
  baseUrl: () => string;
}

/** The message as the system knows it: its id, and the place that it is in. Null: nothing follows any more. */
export type Sent = CallResult<{ ts: string; channel: string }> | null;

/** A message that follows no review: how many wait past the bound of an hour, or a test by a person. */
export interface Told {
  sentence: string;
  link: string;
  organization: string;
  language: Language;
  baseUrl: string;
  isTest: boolean;
}

export interface System<Target> {
  send(options: SendOptions, target: Target, claim: PostClaim, facts: ReviewFacts): Promise<Sent>;
  tell(calling: SystemCalling, target: Target, caller: Caller, told: Told): Promise<CallResult<unknown>>;
}

/** It can be asked whether it takes the secret and knows the place, by calls that write nothing. */
export interface AskedSystem<Target> extends System<Target> {
  ask(calling: SystemCalling, target: Target, caller: Caller): Promise<CallResult<unknown>>;
}

export const callerOf = (
  { organizationId: owner }: Pick<PostClaim, 'organizationId'>,
  { privateNetworks }: Pick<ReviewFacts, 'privateNetworks'>,
): Caller => ({ owner, privateNetworks });

/** A message tells of its review until this changes. */
export const stateOf = ({ status, approvals: { given } }: ReviewFacts): string =>
  status === 'PENDING' && given > 0 ? `${status}-${given}` : status;
