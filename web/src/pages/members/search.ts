import { listSearchOf } from '../../list/address.ts';

export const membersSearchOf = listSearchOf<'listMembers'>;
