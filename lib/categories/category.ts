/** Languages the names of categories are in. */
export const categoryLanguages = ['en', 'fr', 'de', 'es', 'it', 'ca', 'pt', 'nl'] as const

export type CategoryLanguage = (typeof categoryLanguages)[number]

/** Tags that must all be so: `*` is any value but `no` and `vacant`, `!subway` none or another value. */
export type TagRule = readonly (readonly [key: string, value: string])[]

/** A kind of place that people look for by its name. */
export interface Category {
  id: string
  /** Any of these makes an OpenStreetMap object one of the category; none for a group. */
  tags: readonly TagRule[]
  /** Of a group, the ids of what belongs to it. */
  members: readonly string[]
  /** Left out where `access` is `private` or `no`. */
  publicOnly: boolean
  /** Singular and plural names, the one to show first. */
  names: Readonly<Record<CategoryLanguage, readonly string[]>>
}

/**
 * Reads a table of categories. A record begins with `id: rule rule`, a rule being `key=value`, several
 * with a plus between when all must hold; `id!:` is for public ones only and `id > member member` is a
 * group. The names follow in a line for each language, in the order of {@link categoryLanguages}: several
 * with commas, plurals after a slash or, as what is added to the singular, after a plus.
 */
export function readCategories(table: string): Category[] {
  return table
    .trim()
    .split('\n\n')
    .map((record) => {
      const [head = '', ...lines] = record.split('\n')
      const [id = '', contents = ''] = head.split(/!?:| >/)
      const items = contents.trim().split(' ')
      const group = head.includes(' >')
      return {
        id,
        tags: group ? [] : items.map(readRule),
        members: group ? items : [],
        publicOnly: head.startsWith(`${id}!`),
        names: readAllNames(lines),
      }
    })
}

function readRule(rule: string): TagRule {
  return rule.split('+').map((tag) => {
    const [key = '', value = ''] = tag.split('=')
    return [key, value]
  })
}

function readAllNames(lines: readonly string[]): Category['names'] {
  const names = {} as Record<CategoryLanguage, readonly string[]>
  categoryLanguages.forEach((language, i) => {
    names[language] = readNames(lines[i] ?? '')
  })
  return names
}

function readNames(line: string): string[] {
  return line.split(', ').flatMap((entry) => {
    const [singular = '', ...plurals] = entry.split('/')
    const [word = '', ...endings] = singular.split('+')
    return [word, ...endings.map((ending) => word + ending), ...plurals]
  })
}
