// SPDX-License-Identifier: Apache-2.0
/** The routes of registered records: agents, resources, keys, integrations, and routes of both gateways. */
import { registerAgentsAccess } from './agents/access/index.ts';
import { registerAgentsCreate } from './agents/create/index.ts';
import { registerAgentsDelete } from './agents/delete/index.ts';
import { registerAgentsEraseReasons } from './agents/erase-reasons/index.ts';
import { registerAgentsList } from './agents/list/index.ts';
import { registerAgentsPause } from './agents/pause/index.ts';
import { registerAgentsRead } from './agents/read/index.ts';
import { registerAgentsResume } from './agents/resume/index.ts';
import { registerAgentsUpdate } from './agents/update/index.ts';
import { registerApiKeysCreate } from './api-keys/create/index.ts';
import { registerApiKeysList } from './api-keys/list/index.ts';
import { registerApiKeysRead } from './api-keys/read/index.ts';
import { registerApiKeysRevoke } from './api-keys/revoke/index.ts';
import { registerApiKeysRotate } from './api-keys/rotate/index.ts';
import { registerApiKeysUpdate } from './api-keys/update/index.ts';
import { registerHttpRoutesCheck } from './http-routes/check/index.ts';
import { registerHttpRoutesCreate } from './http-routes/create/index.ts';
import { registerHttpRoutesDelete } from './http-routes/delete/index.ts';
import { registerHttpRoutesList } from './http-routes/list/index.ts';
import { registerHttpRoutesRead } from './http-routes/read/index.ts';
import { registerHttpRoutesUpdate } from './http-routes/update/index.ts';
import { registerIntegrationsCheck } from './integrations/check/index.ts';
import { registerIntegrationsCreate } from './integrations/create/index.ts';
import { registerIntegrationsDelete } from './integrations/delete/index.ts';
import { registerIntegrationsList } from './integrations/list/index.ts';
import { registerIntegrationsRead } from './integrations/read/index.ts';
import { registerIntegrationsTest } from './integrations/test/index.ts';
import { registerIntegrationsUpdate } from './integrations/update/index.ts';
import { registerMcpRoutesCreate } from './mcp-routes/create/index.ts';
import { registerMcpRoutesDelete } from './mcp-routes/delete/index.ts';
import { registerMcpRoutesList } from './mcp-routes/list/index.ts';
import { registerMcpRoutesRead } from './mcp-routes/read/index.ts';
import { registerMcpRoutesUpdate } from './mcp-routes/update/index.ts';
import { registerResourcesCreate } from './resources/create/index.ts';
import { registerResourcesDelete } from './resources/delete/index.ts';
import { registerResourcesList } from './resources/list/index.ts';
import { registerResourcesRead } from './resources/read/index.ts';
import { registerResourcesUpdate } from './resources/update/index.ts';

export const RECORD_ROUTES = [
  registerAgentsList,
  registerAgentsAccess,
  registerAgentsCreate,
  registerAgentsRead,
  registerAgentsUpdate,
  registerAgentsDelete,
  registerAgentsPause,
  registerAgentsResume,
  registerAgentsEraseReasons,
  registerResourcesList,
  registerResourcesCreate,
  registerResourcesRead,
  registerResourcesUpdate,
  registerResourcesDelete,
  registerApiKeysList,
  registerApiKeysCreate,
  registerApiKeysRead,
  registerApiKeysUpdate,
  registerApiKeysRevoke,
  registerApiKeysRotate,
  registerHttpRoutesList,
  registerHttpRoutesCreate,
  registerHttpRoutesRead,
  registerHttpRoutesUpdate,
  registerHttpRoutesDelete,
  registerHttpRoutesCheck,
  registerMcpRoutesList,
  registerMcpRoutesCreate,
  registerMcpRoutesRead,
  registerMcpRoutesUpdate,
  registerMcpRoutesDelete,
  registerIntegrationsList,
  registerIntegrationsCreate,
  registerIntegrationsRead,
  registerIntegrationsUpdate,
  registerIntegrationsDelete,
  registerIntegrationsCheck,
  registerIntegrationsTest,
];
