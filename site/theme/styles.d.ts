// SPDX-License-Identifier: Apache-2.0
/** Style sheets are imported for their effect alone. */
declare module '*.css';
