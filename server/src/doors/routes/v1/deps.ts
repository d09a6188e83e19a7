// SPDX-License-Identifier: Apache-2.0
/** The dependencies of the machine API's routes. */
import type { HttpGatewayDeps } from '../../../decisions/gateways/index.ts';
import type { MachineApiDeps } from '../../../decisions/machine-api/index.ts';
import type { KeyAuthentication } from '../../http/index.ts';

export type RouteDeps = HttpGatewayDeps & KeyAuthentication & MachineApiDeps;
