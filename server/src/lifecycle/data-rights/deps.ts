// SPDX-License-Identifier: Apache-2.0
/** The dependencies of deletions: a person proves who they are, and subscriptions end first. */
import type { BillingDeps } from '../../organization/billing/index.ts';
import type { SignInDeps } from '../../people/sessions/index.ts';

export interface DeletionDeps extends SignInDeps {
  billing: BillingDeps;
}
