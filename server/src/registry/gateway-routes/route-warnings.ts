// SPDX-License-Identifier: Apache-2.0
/** Warnings at the registration of a valid route that exposes a credential or never sends one. */
import type { RouteWarningCode } from '@svc/contract';
import type { Credential } from '../credentials/index.ts';
import { isHostAmong } from '../integrations/index.ts';

/** A route and an integration, stored or about to be. Null restricts nothing. */
interface RegisteredRoute {
  name: string;
  baseUrl: string;
  resourceId: string | null;
  agentIds: readonly string[] | null;
  actions: readonly string[] | null;
  methods: readonly string[] | null;
}

export interface RegisteredIntegration {
  name: string;
  allowedHosts: readonly string[];
  credential: Credential | null;
}

interface RouteWarning {
  code: RouteWarningCode;
  /** The field of the warning; null for the whole route. */
  field: 'baseUrl' | null;
  message: string;
}

/** @param integration the one that the route names; null gives no warning */
export function routeWarnings(route: RegisteredRoute, integration: RegisteredIntegration | undefined): RouteWarning[] {
  if (integration === undefined) return [];
  const warnings: RouteWarning[] = [];
  const restrictions = [route.resourceId, route.agentIds, route.actions, route.methods];
  if (integration.credential !== null && restrictions.every((one) => one === null)) {
    const what = `the route ${route.name} sends a credential and restricts nothing`;
    const message = `${what}: a caller states its action freely; restrict resource, agents, actions or methods`;
    warnings.push({ code: 'CREDENTIAL_UNRESTRICTED', field: null, message });
  }
  if (!isHostAmong(route.baseUrl, integration.allowedHosts)) {
    const what = `the host is not among the allowed hosts of ${integration.name}`;
    warnings.push({
      code: 'HOST_NOT_ALLOWED',
      field: 'baseUrl',
      message: `${what}: its credential is never sent there`,
    });
  }
  return warnings;
}
