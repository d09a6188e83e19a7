// SPDX-License-Identifier: Apache-2.0
/** The dependencies of the machine API's routes. */
import type { HttpGatewayDeps } from '../../gateways/index.ts';
import type { KeyAuthentication } from '../../http/index.ts';
import type { MachineApiDeps } from '../../machine-api/index.ts';

export type RouteDeps = HttpGatewayDeps & KeyAuthentication & MachineApiDeps;
