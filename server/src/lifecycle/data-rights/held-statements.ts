// SPDX-License-Identifier: Apache-2.0
/**
 * The statement of each category: rows about the account `$2` in the organization `$1`, the newest `$3`, each with how
 * many there are. Columns are named one by one: no secret, no digest and no address of a browser is among them.
 * Sessions that are over at `$4` are left out.
 */
import type { HeldCategory } from '@svc/contract';

const TOTAL = 'count(*) OVER ()::int AS total';
const ENTRY = 'e.seq::float8 AS seq, e.at, e.kind';
const BY_THEM = `e.organization_id = $1 AND e.actor_type = 'user' AND e.actor_id = $2`;

export const HELD_STATEMENTS: Readonly<Record<HeldCategory, string>> = {
  roleChanges: `
    SELECT ${TOTAL}, ${ENTRY}, e.metadata ->> 'role' AS role, e.metadata -> 'before' ->> 'role' AS before
    FROM svc.audit_entries e
    WHERE e.organization_id = $1 AND e.subject_type = 'member' AND e.subject_id = $2
    ORDER BY e.seq DESC LIMIT $3`,
  sessions: `
    SELECT ${TOTAL}, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM svc.sessions
    WHERE organization_id = $1 AND account_id = $2 AND expires_at > $4
    ORDER BY last_used_at DESC LIMIT $3`,
  reviews: `
    SELECT ${TOTAL}, "eventId", status, "decidedAt", role, channel, note FROM (
      SELECT event_id AS "eventId", status, decided_at AS "decidedAt", decided_role AS role, channel, note
      FROM svc.reviews WHERE organization_id = $1 AND decided_by = $2
      UNION ALL
      SELECT v.event_id, r.status, v.voted_at, v.role, v.channel, v.note
      FROM svc.review_votes v
        JOIN svc.reviews r ON r.organization_id = v.organization_id AND r.event_id = v.event_id
      WHERE v.organization_id = $1 AND v.account_id = $2
    ) AS answered
    ORDER BY "decidedAt" DESC, "eventId" LIMIT $3`,
  grants: `
    SELECT ${TOTAL}, id, made_at AS "madeAt", ended_at AS "endedAt",
      CASE made_by WHEN $2 THEN note END AS note, CASE ended_by WHEN $2 THEN end_note END AS "endNote"
    FROM svc.grants WHERE organization_id = $1 AND (made_by = $2 OR ended_by = $2)
    ORDER BY made_at DESC, id LIMIT $3`,
  changes: `
    SELECT ${TOTAL}, ${ENTRY}, e.subject_type AS "subjectType", e.subject_id AS "subjectId"
    FROM svc.audit_entries e WHERE ${BY_THEM} ORDER BY e.seq DESC LIMIT $3`,
  pauses: `
    SELECT ${TOTAL}, json_build_object('id', a.id, 'name', a.name) AS agent, c.status, c.changed_at AS at, c.reason
    FROM svc.agent_status_changes c JOIN svc.agents a ON a.organization_id = c.organization_id AND a.id = c.agent_id
    WHERE c.organization_id = $1 AND c.changed_by = $2
    ORDER BY c.changed_at DESC, c.id LIMIT $3`,
  anomalies: `
    SELECT ${TOTAL}, id, kind, closed_at AS "closedAt", note FROM svc.anomalies
    WHERE organization_id = $1 AND closed_by = $2 ORDER BY closed_at DESC, id LIMIT $3`,
  apiKeys: `
    SELECT ${TOTAL}, id, name, created_at AS "createdAt" FROM svc.api_keys
    WHERE organization_id = $1 AND created_by = $2 ORDER BY created_at DESC, id LIMIT $3`,
  impacts: `
    SELECT ${TOTAL}, id, created_at AS "createdAt" FROM svc.policy_impacts
    WHERE organization_id = $1 AND created_by = $2 ORDER BY created_at DESC, id LIMIT $3`,
  connectedApps: `
    SELECT ${TOTAL}, id, client_name AS name, client_host AS host, scopes, created_at AS "createdAt",
      last_used_at AS "lastUsedAt", ended_at AS "endedAt"
    FROM svc.oauth_grants WHERE organization_id = $1 AND account_id = $2 ORDER BY id DESC LIMIT $3`,
  chatUsers: `
    SELECT ${TOTAL}, integration_id AS integration, chat_team AS team, chat_user AS user, created_at AS "createdAt"
    FROM svc.chat_links
    WHERE organization_id = $1 AND account_id = $2 ORDER BY created_at DESC, id LIMIT $3`,
  directories: `
    SELECT ${TOTAL}, issuer, subject, created_at AS "createdAt", signed_in_at AS "signedInAt"
    FROM svc.sso_identities
    WHERE organization_id = $1 AND account_id = $2 ORDER BY created_at DESC, issuer LIMIT $3`,
  provisioned: `
    SELECT ${TOTAL}, user_name AS "userName", email, external_id AS "externalId", display_name AS "displayName",
      formatted_name AS "formattedName", given_name AS "givenName", family_name AS "familyName",
      created_at AS "createdAt", updated_at AS "updatedAt"
    FROM svc.scim_users
    WHERE organization_id = $1 AND account_id = $2 AND deleted_at IS NULL ORDER BY created_at DESC, id LIMIT $3`,
  groups: `
    SELECT ${TOTAL}, g.id, g.name, m.created_at AS "createdAt"
    FROM svc.group_members m JOIN svc.groups g ON g.organization_id = m.organization_id AND g.id = m.group_id
    WHERE m.organization_id = $1 AND m.account_id = $2 ORDER BY m.created_at DESC, g.id LIMIT $3`,
  signingKeys: `
    SELECT ${TOTAL}, id, created_at AS "createdAt" FROM svc.signing_keys
    WHERE organization_id = $1 AND account_id = $2 ORDER BY id DESC LIMIT $3`,
  invitations: `
    SELECT ${TOTAL}, id, email, role, created_at AS "createdAt", expires_at AS "expiresAt" FROM svc.invitations
    WHERE organization_id = $1 AND invited_by = $2 ORDER BY created_at DESC, id LIMIT $3`,
  // Notices that wait for a mail, and mails that carried some.
  mails: `
    SELECT ${TOTAL}, kind, at, "endedAt" FROM (
      SELECT kind, since AS at, NULL::timestamptz AS "endedAt" FROM svc.waiting_notices
      WHERE organization_id = $1 AND account_id = $2
      UNION ALL
      SELECT m.kind, m.created_at, m.ended_at FROM svc.notice_digests d JOIN svc.mail_outbox m ON m.id = d.mail_id
      WHERE d.organization_id = $1 AND d.account_id = $2
    ) AS mails ORDER BY at DESC, kind LIMIT $3`,
  exports: `
    SELECT ${TOTAL}, ${ENTRY} FROM svc.audit_entries e
    WHERE ${BY_THEM} AND e.kind LIKE '%.exported' ORDER BY e.seq DESC LIMIT $3`,
};

export const CHANGE_KINDS = `
  SELECT e.kind, count(*)::int AS count FROM svc.audit_entries e
  WHERE ${BY_THEM} GROUP BY e.kind ORDER BY count DESC, e.kind`;
