/** Languages that every category has names in. */
export const categoryLanguages = ['en', 'fr', 'de', 'es', 'it', 'ca', 'pt', 'nl'] as const

export type CategoryLanguage = (typeof categoryLanguages)[number]

/** Tags that must all match. `*` matches any value but `no` and `vacant`; `!subway` matches none or another. */
export type TagRule = readonly (readonly [key: string, value: string])[]

/** A kind of place that people search for by the name of the kind. */
export interface Category {
  id: string
  /** Any of these makes an OpenStreetMap object one of the category; none for a group. */
  tags: readonly TagRule[]
  /** Ids of the categories in a group. */
  members: readonly string[]
  /** Excludes objects whose `access` is `private` or `no`. */
  publicOnly: boolean
  /** Singular and plural names; the first is shown. */
  names: Readonly<Record<CategoryLanguage, readonly string[]>>
}

/** A category in `data/categories`, with its names by language, separated by commas. */
export interface CategoryRecord extends Readonly<Record<CategoryLanguage, string>> {
  /** `key=value`, several tags separated by blanks. */
  tags?: readonly string[]
  members?: readonly string[]
  publicOnly?: boolean
}

/** The category of a record, whose names and tags are parsed when they are first read. */
export function categoryOf(id: string, record: CategoryRecord): Category {
  const { members = [], publicOnly = false } = record
  let names: Category['names'] | undefined
  let tags: Category['tags'] | undefined
  return {
    id,
    members,
    publicOnly,
    get names() {
      names ??= namesOf(record)
      return names
    },
    get tags() {
      tags ??= (record.tags ?? []).map(tagRule)
      return tags
    },
  }
}

/** Expanded in one text, which V8 does a few times faster than name by name. */
function namesOf(record: CategoryRecord): Category['names'] {
  const lists = withPlurals(categoryLanguages.map((language) => record[language]).join('\n'))
  return Object.fromEntries(
    lists.split('\n').map((list, i) => [categoryLanguages[i], list.split(', ')]),
  ) as Category['names']
}

function tagRule(rule: string): TagRule {
  return rule.split(' ').map((tag) => {
    const [key = '', value = ''] = tag.split('=')
    return [key, value]
  })
}

/** Lists of names: `bakery/bakeries` has the plural after a slash, `bar+s` its ending after a plus. */
function withPlurals(lists: string): string {
  return lists.replaceAll('/', ', ').replace(/([^,+\s][^,+\n]*)\+([^,\n]*)/g, '$1, $1$2')
}
