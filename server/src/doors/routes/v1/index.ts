// SPDX-License-Identifier: Apache-2.0
/** The machine API: every route of the contract, from its table of operations. */
import type { FastifyInstance } from 'fastify';
import { CONTACT_ROUTES } from '../public/contact/index.ts';
import { BUDGETS_ROUTES } from './budgets/index.ts';
import { EVENTS_ROUTES } from './events/index.ts';
import { GATEWAYS_ROUTES } from './gateways/index.ts';
import { POLICIES_ROUTES } from './policies/index.ts';
import { type RouteDeps, registerOperations } from './register.ts';
import { SCAN_ROUTES } from './scan/index.ts';
import { TOOL_RULES_ROUTES } from './tool-rules/index.ts';

export function registerV1Routes(app: FastifyInstance, deps: RouteDeps): void {
  registerOperations(app, deps, {
    ...BUDGETS_ROUTES,
    ...CONTACT_ROUTES,
    ...EVENTS_ROUTES,
    ...GATEWAYS_ROUTES,
    ...POLICIES_ROUTES,
    ...SCAN_ROUTES,
    ...TOOL_RULES_ROUTES,
  });
}
