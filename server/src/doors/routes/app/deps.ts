// SPDX-License-Identifier: Apache-2.0
/** The dependencies of the app's routes. */
import type pg from 'pg';
import type { BotFrameworkAddresses } from '../../../decisions/chat/index.ts';
import type { Streams } from '../../../decisions/stream/index.ts';
import type { BillingDeps } from '../../../organization/billing/index.ts';
import type { AuthorizationServer } from '../../../organization/oauth/index.ts';
import type { OrganizationSnapshots } from '../../../organization/organizations/index.ts';
import type { SignUpDeps } from '../../../organization/own-account/index.ts';
import type { SsoDeps } from '../../../organization/sso/index.ts';
import type { AddressReach, Egress } from '../../../outgoing/egress/index.ts';
import type { SignInDeps } from '../../../people/sessions/index.ts';
import type { AddressList } from '../../../platform/addresses/index.ts';
import type { LookUps } from '../../../platform/rates/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { Archive } from '../../../record/archive/index.ts';
import type { ChainChecks, Checkpoints } from '../../../record/audit/index.ts';
import type { Impacts } from '../../../record/impact/index.ts';
import type { ChainReplays } from '../../../record/replay/index.ts';
import type { Scanner } from '../../../record/scan/index.ts';
import type { PolicyGuard } from '../../../rules/policies/index.ts';
import type { PolicyHitsReader } from '../../../rules/policy-editing/index.ts';
import type { PolicyThreads } from '../../../rules/policy-jobs/index.ts';
import type { ProofThreads } from '../../../rules/proofs/index.ts';
import type { SecondPerson } from '../../../rules/proposals/index.ts';
import type { Reads } from '../../../storage/lists/index.ts';
import type { Metrics } from '../../../storage/metrics/index.ts';

export interface AppRouteDeps extends SignInDeps, SignUpDeps {
  /** For short work. */
  pool: pg.Pool;
  /** For lists, searches and exports. */
  reads: Reads;
  vault: Vault;
  metrics: Metrics;
  checkpoints: Checkpoints;
  /** Holds audit entries that have left their table. */
  archive: Archive;
  /** Looks at whole chains, a few at a time. */
  chainChecks: ChainChecks;
  chainReplays: ChainReplays;
  /** null: it could not be looked up in time. */
  isSignUpOpen: () => Promise<boolean | null>;
  streams: Streams;
  /** The rules of organizations, for what is checked and tested under them. */
  snapshots: OrganizationSnapshots;
  scanner: Scanner;
  policyThreads: PolicyThreads;
  proofThreads: ProofThreads;
  policyGuard: PolicyGuard;
  secondPerson: SecondPerson;
  policyHits: PolicyHitsReader;
  impacts: Impacts;
  billing: BillingDeps;
  /** A mail server is set; without one mail stays in files of the server. */
  hasMail: boolean;
  /** The configuration asks for a demo. */
  hasDemo: boolean;
  /** Which addresses people may register. */
  reach: AddressReach;
  /** For the calls by which people try their integrations and routes. */
  checkEgress: Egress;
  /** The address of Slack's Web API. */
  slackApi: string;
  /** The addresses of Microsoft's services for bots. */
  teams: BotFrameworkAddresses;
  /** Sign-ins by directories of organizations. */
  sso: SsoDeps;
  /** For the requests of apps, which people answer. */
  authorizationServer: AuthorizationServer;
  /** Bounds what strangers may have looked up. */
  lookUps: LookUps;
  trustedProxies: AddressList;
  /** Public address of the service. */
  baseUrl: () => string;
  /** Origins of our own pages; asked for late, since the port may be chosen when listening. */
  origins: () => ReadonlySet<string>;
}

/** Without those that follow from the options of the process. */
export type SharedAppDeps = Omit<
  AppParts,
  'attempts' | 'baseUrl' | 'hasDemo' | 'hasMail' | 'origins' | 'passwords' | 'planDefault' | 'reach' | 'signup'
>;

/** The parts that the wiring gives: the rest is made of them. */
export type AppParts = Omit<AppRouteDeps, 'chainChecks' | 'chainReplays' | 'isSignUpOpen'>;
