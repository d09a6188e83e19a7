/** What the routes of the machine API work with. */
import type { HttpGatewayDeps } from '../../gateways/index.ts';
import type { KeyAuthentication } from '../../http/index.ts';

export type RouteDeps = HttpGatewayDeps & KeyAuthentication;
