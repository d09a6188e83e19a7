/** Routes that need no key. */
import type { PublicConfig } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { AddressList } from '../../addresses/index.ts';
import { registerChangelog } from './changelog/index.ts';
import { registerConfig } from './config/index.ts';
import { registerContact } from './contact/index.ts';
import { registerDlpTypes } from './dlp-types/index.ts';
import { registerHealth } from './health/index.ts';
import { registerOpenApi } from './openapi/index.ts';
import { registerPlans } from './plans/index.ts';

export interface PublicRouteDeps {
  pool: pg.Pool;
  trustedProxies: AddressList;
  baseUrl: () => string;
  /** Without a mail server, mail stays in files. */
  mail: { smtp: object | null };
}

/** The parts of this build. A part outside the build is off in every environment. */
const CAPABILITIES: Omit<PublicConfig, 'emailConfigured'> = {
  demoEnabled: false,
  planChangeEnabled: false,
  billingEnabled: false,
  signupEnabled: false,
};

export function registerPublicRoutes(app: FastifyInstance, deps: PublicRouteDeps): void {
  registerHealth(app, deps.pool);
  registerPlans(app);
  registerDlpTypes(app);
  registerConfig(app, { ...CAPABILITIES, emailConfigured: deps.mail.smtp !== null });
  registerContact(app, deps.pool, deps.trustedProxies);
  registerOpenApi(app, deps.baseUrl);
  registerChangelog(app);
}
