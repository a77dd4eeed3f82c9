/** Languages of the names of every category. */
export const categoryLanguages = ['en', 'fr', 'de', 'es', 'it', 'ca', 'pt', 'nl'] as const

export type CategoryLanguage = (typeof categoryLanguages)[number]

/**
 * Tags that must all match. `*` matches any value except `no` and `vacant`; `!subway` matches another value or a
 * missing key.
 */
export type TagRule = readonly (readonly [key: string, value: string])[]

/** A kind of place, whose name people search for. */
export interface Category {
  id: string
  /** Alternative rules for OpenStreetMap objects; none for a group. */
  tags: readonly TagRule[]
  /** Ids of the categories in a group. */
  members: readonly string[]
  /** Excludes objects whose `access` is `private` or `no`. */
  publicOnly: boolean
  /** Singular and plural names; the first is shown. */
  names: Readonly<Record<CategoryLanguage, readonly string[]>>
}

/** A category as in `data/categories`, with its names by language, separated by commas. */
export interface CategoryRecord extends Readonly<Record<CategoryLanguage, string>> {
  /** Rules of the form `key=value`; the tags of a rule are separated by blanks. */
  tags?: readonly string[]
  members?: readonly string[]
  publicOnly?: boolean
}

/** Creates the category of a record; its names and tags are parsed when they are first read. */
export function createCategory(id: string, record: CategoryRecord): Category {
  const { members = [], publicOnly = false } = record
  let names: Category['names'] | undefined
  let tags: Category['tags'] | undefined
  return {
    id,
    members,
    publicOnly,
    get names() {
      names ??= parseNames(record)
      return names
    },
    get tags() {
      tags ??= (record.tags ?? []).map(parseTagRule)
      return tags
    },
  }
}

/** Parses the names of a record as one text, which is a few times faster in V8 than name by name. */
function parseNames(record: CategoryRecord): Category['names'] {
  const lists = addPlurals(categoryLanguages.map((language) => record[language]).join('\n'))
  return Object.fromEntries(
    lists.split('\n').map((list, i) => [categoryLanguages[i], list.split(', ')]),
  ) as Category['names']
}

function parseTagRule(rule: string): TagRule {
  return rule.split(' ').map((tag) => {
    const [key = '', value = ''] = tag.split('=')
    return [key, value]
  })
}

/** Adds plurals to lists of names: `bakery/bakeries` has the plural after a slash, `bar+s` its ending after a plus. */
function addPlurals(lists: string): string {
  return lists.replaceAll('/', ', ').replace(/([^,+\s][^,+\n]*)\+([^,\n]*)/g, '$1, $1$2')
}
