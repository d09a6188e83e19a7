// SPDX-License-Identifier: Apache-2.0
/** The uses that an API key may be made of. Present keys keep what their kind and their agent allowed so far. */
export const PERMISSIONS_OF_KEYS = `
  ALTER TABLE svc.api_keys ADD COLUMN permissions text[] NOT NULL DEFAULT '{decide,read,test}';
  ALTER TABLE svc.api_keys NO FORCE ROW LEVEL SECURITY;
  UPDATE svc.api_keys SET permissions = '{decide,read,test,apply}' WHERE kind = 'LIVE' AND agent_id IS NULL;
  ALTER TABLE svc.api_keys FORCE ROW LEVEL SECURITY;
  ALTER TABLE svc.api_keys
    ADD CHECK (cardinality(permissions) > 0 AND permissions <@ '{decide,read,test,apply}'),
    ADD CONSTRAINT api_keys_apply CHECK (NOT 'apply' = ANY (permissions) OR (kind = 'LIVE' AND agent_id IS NULL));
  GRANT UPDATE (permissions) ON svc.api_keys TO svc_app;
`;
