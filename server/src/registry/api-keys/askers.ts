// SPDX-License-Identifier: Apache-2.0
/**
 * The people who asked for an event `e` of the organization `$1`. They are the person of a connected app, or those who
 * made its key or one that it followed. A key of a provisioning file has none.
 */

const ASKERS = `
    SELECT g.account_id FROM svc.oauth_grants g WHERE g.organization_id = $1 AND g.id = e.api_key_id
    UNION
    (WITH RECURSIVE line AS (
      SELECT k.id, k.created_by FROM svc.api_keys k WHERE k.organization_id = $1 AND k.id = e.api_key_id
      UNION
      SELECT k.id, k.created_by FROM line l JOIN svc.api_keys k ON k.organization_id = $1 AND k.replaced_by = l.id
    ) SELECT created_by FROM line WHERE created_by IS NOT NULL)`;

export const ASKED_BY = `ARRAY(${ASKERS}
  )`;

/** @param person a place, or a column */
export const isAskedBy = (person: string): string => `${person} = ANY (${ASKED_BY})`;
