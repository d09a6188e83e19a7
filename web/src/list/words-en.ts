/** What every list says. */
export const words = {
  search: 'Search',
  loadMore: 'Show more',
  loadingMore: 'Loading…',
};
