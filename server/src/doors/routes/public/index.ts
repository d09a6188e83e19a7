// SPDX-License-Identifier: Apache-2.0
/** Routes that need no key and stand in no table of operations. */
import type { PlanChangeMode } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { isSignUpOpen } from '../../../organization/own-account/index.ts';
import type { SignUpMode } from '../../../platform/config/index.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { registerDocuments } from './docs/index.ts';
import { registerFacts } from './facts/index.ts';
import { registerPackages } from './packages/index.ts';
import { registerProbes } from './probes/index.ts';
import { sharedProbe } from './shared-probe.ts';

export interface PublicRouteDeps {
  pool: pg.Pool;
  baseUrl: () => string;
  /** Without a mail server, mail stays in files. */
  mail: { smtp: object | null };
  signup: SignUpMode;
  /** How plans change, all things considered. */
  planChange: PlanChangeMode;
  /** Visitors may enter a demo. */
  hasDemo: boolean;
}

const UNREAD = { message: 'The service cannot read this right now; ask again.', retryAfterSeconds: 1 };

export function registerPublicRoutes(app: FastifyInstance, deps: PublicRouteDeps): void {
  registerProbes(app, deps.pool);
  const signUp = sharedProbe(() => isSignUpOpen(deps.pool, deps.signup));
  registerFacts(app, async () => {
    const signupEnabled = await signUp();
    if (signupEnabled === null) throw new ApiError('unavailable', UNREAD);
    return {
      demoEnabled: deps.hasDemo,
      emailConfigured: deps.mail.smtp !== null,
      planChangeEnabled: deps.planChange !== 'off',
      billingEnabled: deps.planChange === 'billing',
      signupEnabled,
    };
  });
  registerDocuments(app, deps.baseUrl);
  registerPackages(app, deps.baseUrl);
}
