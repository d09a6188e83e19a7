/** The dependencies of the machine API's routes. */
import type { HttpGatewayDeps } from '../../gateways/http/index.ts';
import type { KeyAuthentication } from '../../http/key-authentication.ts';

export type RouteDeps = HttpGatewayDeps & KeyAuthentication;
