/** Pages of one record, to which a row of a list can lead. */
export type PageOfRow = '/agents/$id' | '/claims/$id' | '/policies/$id';
