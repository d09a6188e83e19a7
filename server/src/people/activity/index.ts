// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what a person sees of the use of an account: sign-ins and changes, each with the network, browser and system it
 * came from. It refuses to know sessions.
 */
export {
  listActivity,
  noteActivity,
  noteFailedSignIn,
  selectActivity,
} from './activity.ts';
export { type Client, clientNames, languageOf } from './clients.ts';
