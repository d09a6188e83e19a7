// SPDX-License-Identifier: Apache-2.0
import { acrossTable } from './organization-table.ts';

/**
 * Tables that name an organization are all under row-level security. A statement that goes over organizations says so,
 * names its table, and may do there only what is listed here.
 */
export const ACROSS_ORGANIZATIONS = `
  ${acrossTable('api_key_directory', ['SELECT'], 'finds the organization of a presented key by its SHA-256')}
  ${acrossTable('billing_customers', ['SELECT'], 'events of the payment processor find their organization')}
  ${acrossTable('chat_link_requests', ['SELECT', 'DELETE'], 'found by the digest of a secret; a task deletes old ones')}
  ${acrossTable('chat_links', ['SELECT'], 'a person finds their own, wherever they are')}
  ${acrossTable(
    'chat_outbox',
    ['SELECT', 'UPDATE', 'DELETE'],
    'ids of reviews and messages; workers claim them, a signed press names one, and a task deletes old ones',
  )}
  ${acrossTable('checkpoint_outbox', ['SELECT', 'UPDATE'], 'sizes of checkpoints to be pushed; workers claim them')}
  ${acrossTable('demo_organizations', ['SELECT'], 'visitors find the demo before any organization is known')}
  ${acrossTable('invitation_directory', ['SELECT'], 'finds the organization of an invitation by a digest')}
  ${acrossTable(
    'mail_outbox',
    ['SELECT', 'UPDATE', 'DELETE'],
    'ids of what people are to be told; workers claim them, and a task deletes old ones',
  )}
  CREATE POLICY personal ON svc.mail_outbox FOR INSERT WITH CHECK (organization_id IS NULL);
  ${acrossTable('membership_directory', ['SELECT'], 'finds the organizations of a person')}
  ${acrossTable('notice_digests', ['SELECT'], 'how long ago a person had a mail counts over all organizations')}
  ${acrossTable('notice_outbox', ['SELECT', 'UPDATE'], 'ids of what people are to be told of; a task claims them')}
  ${acrossTable(
    'oauth_records',
    ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    'codes, tokens and clients of the authorization server, found by digests before an organization is known',
  )}
  ${acrossTable('organization_deletions', ['SELECT'], 'a task finds the organizations whose rows it deletes')}
  ${acrossTable(
    'organization_directory',
    ['SELECT', 'INSERT'],
    'tasks go over all organizations; provisioning finds and enters them by digests of names',
  )}
  ${acrossTable(
    'sessions',
    ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    'a session belongs to a person, and is found by its id before an organization is known',
  )}
  ${acrossTable('waiting_notices', ['SELECT'], 'a task finds the person whose notices have waited longest')}
  ${acrossTable('webhook_outbox', ['SELECT', 'UPDATE'], 'ids of deliveries that wait; workers claim them')}
  ${acrossTable('webhook_recovery_index', ['SELECT'], 'ids of recoveries; tasks find those to go on with or to delete')}
`;
