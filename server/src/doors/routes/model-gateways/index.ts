// SPDX-License-Identifier: Apache-2.0
/** Gateways of models ask about the texts that pass, and about calls of tools before an agent sees them. */
export { registerModelGatewayRoutes } from './register.ts';
