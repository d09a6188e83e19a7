// SPDX-License-Identifier: Apache-2.0
/** The words of every list. */
export const words = {
  search: 'Search',
  loadMore: 'Show more',
  loadingMore: 'Loading…',
};
