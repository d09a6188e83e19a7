// SPDX-License-Identifier: Apache-2.0
/** The pages of members: one file for the first load of the app to name. */

export { GroupsPage } from '../groups/index.tsx';
export { HeldDataPage } from '../held-data/index.tsx';
export { MembersPage } from './index.tsx';
