// SPDX-License-Identifier: Apache-2.0
/** The ways by which this service reaches people. A page that would promise one says when it is off. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { meQuery } from './me.ts';

/** A mail server is set. For pages of visitors, `usePresence` knows it. */
export const useHasMail = (): boolean => useSuspenseQuery(meQuery).data.mail;
