// SPDX-License-Identifier: Apache-2.0
/** Tries the upstream of an HTTP route by one call, with its credential and without a decision. */
import type { HttpRouteCheck, UpstreamCheck } from '@svc/contract';
import type { Changer } from '../../../people/memberships/index.ts';
import { ApiError, invalid } from '../../../platform/errors/index.ts';
import { checkedPath } from '../http/upstream-address.ts';
import { credentialOf } from '../routes.ts';
import { askAsGateway, type CheckDeps, recordCheck } from './check.ts';

/** @throws ApiError 400 for a method that the route does not allow and for a path that leaves it; 404 */
export async function checkHttpRoute(
  deps: CheckDeps,
  changer: Changer,
  id: string,
  { path, method = 'GET' }: HttpRouteCheck,
): Promise<UpstreamCheck> {
  const { organizationId } = changer;
  const request = await deps.snapshots.underCurrentRules(organizationId, async (snapshot) => {
    const route = snapshot.httpRoutes.get(id);
    if (route === undefined) throw new ApiError('not_found', { message: 'There is no such HTTP route.' });
    const { methods } = route;
    if (methods !== null && !methods.includes(method)) {
      throw invalid('method', `must be one that the route allows: ${methods.join(', ')}`);
    }
    const integration = credentialOf(snapshot, route);
    const { privateNetworks } = snapshot.settings;
    const checked = path === undefined ? null : checkedPath(path);
    await deps.snapshots.assertCurrent(snapshot);
    return { organizationId, privateNetworks, route, integration, method, path: checked, body: null };
  });
  const { route, integration } = request;
  const found = await askAsGateway(deps, request);
  return await recordCheck(
    deps.pool,
    changer,
    { type: 'http_route', id },
    { name: route.name, method },
    { ...found, host: new URL(route.baseUrl).host, withCredential: integration !== null, messageFault: null },
  );
}
