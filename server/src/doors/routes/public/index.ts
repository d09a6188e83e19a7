// SPDX-License-Identifier: Apache-2.0
/** Routes that need no key. */
import type { PlanChangeMode } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { isSignUpOpen } from '../../../organization/own-account/index.ts';
import type { AddressList } from '../../../platform/addresses/index.ts';
import type { SignUpMode } from '../../../platform/config/index.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { registerChangelog } from './changelog/index.ts';
import { registerConfig } from './config/index.ts';
import { registerContact } from './contact/index.ts';
import { registerDlpTypes } from './dlp-types/index.ts';
import { registerDocs } from './docs/index.ts';
import { registerHealth } from './health/index.ts';
import { registerLive } from './live/index.ts';
import { registerOpenApi } from './openapi/index.ts';
import { registerPackages } from './packages/index.ts';
import { registerPlans } from './plans/index.ts';
import { registerReady } from './ready/index.ts';
import { sharedProbe } from './shared-probe.ts';

export interface PublicRouteDeps {
  pool: pg.Pool;
  trustedProxies: AddressList;
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
  registerHealth(app, deps.pool);
  registerLive(app);
  registerReady(app, deps.pool);
  registerPlans(app);
  registerDlpTypes(app);
  const signUp = sharedProbe(() => isSignUpOpen(deps.pool, deps.signup));
  registerConfig(app, async () => {
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
  registerContact(app, deps.pool, deps.trustedProxies);
  registerOpenApi(app, deps.baseUrl);
  registerDocs(app, deps.baseUrl);
  registerChangelog(app);
  registerPackages(app, deps.baseUrl);
}
