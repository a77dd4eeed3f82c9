/** The word tables as they are edited; bundles have them compressed. */

export { default as de } from '../../../data/language/de.json' with { type: 'json' }
export { default as en } from '../../../data/language/en.json' with { type: 'json' }
export { default as es } from '../../../data/language/es.json' with { type: 'json' }
export { default as fr } from '../../../data/language/fr.json' with { type: 'json' }
export { default as it } from '../../../data/language/it.json' with { type: 'json' }
export { default as pt } from '../../../data/language/pt.json' with { type: 'json' }
