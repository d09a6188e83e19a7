// SPDX-License-Identifier: Apache-2.0
/**
 * Owns integrations: the hosts of other systems, their rows, their rules and their audit entries. It refuses to know
 * when a credential is sent.
 */
export { HOST_CHARACTERS_MAX, hostPatternOf, isHostAmong } from './allowed-hosts.ts';
export { createIntegration, deleteIntegration, updateIntegration } from './change-integration.ts';
export { refuseFurtherOrigin } from './destinations.ts';
export { clearMessageFault, noteMessageFault } from './message-fault.ts';
export {
  INTEGRATION_KINDS,
  type IntegrationValues,
  integrationChanges,
  planIntegrations,
  tokenUrlFault,
} from './plan-integrations.ts';
export type { ProviderSettings } from './provider-fields.ts';
export { listIntegrations, readIntegration } from './read-integrations.ts';
export {
  BY_OPERATOR,
  endLinksOfNewSecrets,
  selectIntegration,
  selectIntegrations,
  selectSecretRole,
  writeIntegrations,
} from './rows.ts';
export { secretsOf } from './settings-of-kinds.ts';
