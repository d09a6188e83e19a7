// SPDX-License-Identifier: Apache-2.0
/** The routes of changes that wait for a second person. */
import { registerProposalsAccept } from './proposals/accept/index.ts';
import { registerProposalsDecline } from './proposals/decline/index.ts';
import { registerProposalsList } from './proposals/list/index.ts';
import { registerProposalsRead } from './proposals/read/index.ts';
import { registerProposalsWithdraw } from './proposals/withdraw/index.ts';

export const PROPOSAL_ROUTES = [
  registerProposalsList,
  registerProposalsRead,
  registerProposalsAccept,
  registerProposalsDecline,
  registerProposalsWithdraw,
];
