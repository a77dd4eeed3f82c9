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

export function categoryOf(id: string, record: CategoryRecord): Category {
  const { tags = [], members = [], publicOnly = false } = record
  const names = Object.fromEntries(
    categoryLanguages.map((language) => [
      language,
      record[language].split(', ').flatMap(withPlurals),
    ]),
  ) as Record<CategoryLanguage, string[]>
  return { id, tags: tags.map(tagRule), members, publicOnly, names }
}

function tagRule(rule: string): TagRule {
  return rule.split(' ').map((tag) => {
    const [key = '', value = ''] = tag.split('=')
    return [key, value]
  })
}

/** Names of an entry: `bakery/bakeries` has the plural after a slash, `bar+s` its ending after a plus. */
function withPlurals(entry: string): string[] {
  const [singular = '', ...plurals] = entry.split('/')
  const [stem = '', ...endings] = singular.split('+')
  return [stem, ...endings.map((ending) => stem + ending), ...plurals]
}
