// SPDX-License-Identifier: Apache-2.0
/** Who sends an invitation again is its author from then on. */
export const SENDERS_OF_INVITATIONS = `
  GRANT UPDATE (invited_by) ON svc.invitations TO svc_app;
`;
