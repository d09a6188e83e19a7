/** What the routes of the machine API work with. */
import type { HttpGatewayDeps } from '../../gateways/http/index.ts';
import type { KeyAuthentication } from '../../http/key-authentication.ts';

export type RouteDeps = HttpGatewayDeps & KeyAuthentication;
