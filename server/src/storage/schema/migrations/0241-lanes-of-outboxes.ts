// SPDX-License-Identifier: Apache-2.0
/** Due work is found organization by organization: none waits behind the crowd of another. */
export const LANES_OF_OUTBOXES = `
  CREATE INDEX mail_outbox_lanes ON svc.mail_outbox (organization_id, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX chat_outbox_lanes ON svc.chat_outbox (organization_id, due_at) WHERE due_at IS NOT NULL;
`;
