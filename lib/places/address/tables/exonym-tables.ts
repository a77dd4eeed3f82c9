import tables from '../../../../data/address/exonyms.json' with { type: 'json' }

/** The names as they are in the data; bundles have them compressed, since few addresses need them. */
export const exonymTables = () => tables
