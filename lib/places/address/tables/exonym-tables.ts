import tables from '../../../../data/address/exonyms.json' with { type: 'json' }

/** Returns the names as stored in the data. Bundles contain them compressed, because few addresses need them. */
export const exonymTables = () => tables
