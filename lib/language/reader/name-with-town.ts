import { countryNamed } from '#places/search'
import { type IsName, isKnownSpan } from './name-candidates.ts'
import type { ReadSentence } from './read-sentence.ts'
import { nameOf, type RoleCue, type RoledMention } from './roles.ts'
import type { LanguageRules } from './rules.ts'
import type { TextToken } from './tokens.ts'

/** Roles of one place, which may go on behind a comma with its town. */
const singleRoles: readonly RoleCue[] = ['start', 'end', 'presence', 'from', 'to', 'at', 'near']

/** Requests about single places: in a tour or a table a comma separates stops. */
const singleIntents = ['where_is', 'geocode', 'find', 'elevation', 'isochrone', 'reverse_geocode']

/**
 * A sentence whose names with commas between them are one place with its town and country: `from Ship and Castle,
 * Monaco to ...`. A list has an `and`, or no word before it that says what its first place is. The same sentence where
 * there are none.
 */
export function withTowns(
  sentence: ReadSentence,
  { words }: LanguageRules,
  isName?: IsName,
): ReadSentence {
  const { mentions, tokens } = sentence
  const joined: RoledMention[] = []
  for (let at = 0; at < mentions.length; at++) {
    const first = mentions[at]!
    let last = at
    while (isTownOf(mentions[last]!, mentions[last + 1], tokens)) last++
    const next = mentions[last + 1]
    const goesOn = next?.isListed === true && (next.roles.length === 0 || isJoint(next))
    const chain = mentions.slice(at, last + 1)
    const isList = goesOn || chain.some(hasJoint) || !isAddress(chain) || isUnknown(chain)
    if (last === at || isList || !isSingle(first, sentence)) {
      joined.push(...(isList ? chain : [first]))
      if (isList) at = last
    } else {
      const { end, longEnd } = mentions[last]!
      joined.push({ ...first, end, longEnd })
      at = last
    }
  }
  return joined.length < mentions.length ? { ...sentence, mentions: joined } : sentence

  /** `A, Ben`: behind a known name something that is no place. */
  function isUnknown(chain: readonly RoledMention[]): boolean {
    if (!isName) return false
    const names = chain.map(({ start, end }) => isKnownSpan(tokens, start, end, isName))
    return names[0] === true && names.slice(1).some((known) => known === false)
  }

  /** `B and C`, read as one name. */
  function hasJoint({ start, end }: RoledMention): boolean {
    return tokens.slice(start, end).some(({ text }) => words.and.has(text) || words.or.has(text))
  }

  function isJoint({ start }: RoledMention): boolean {
    const { text = '' } = tokens[start - 1] ?? {}
    return words.and.has(text) || words.or.has(text)
  }
}

/** A name, its town and the country: of more than two names the last is a country. */
function isAddress(chain: readonly RoledMention[]): boolean {
  const last = chain.at(-1)!
  return chain.length <= 2 || countryNamed(nameOf(last)) !== undefined
}

function isSingle({ role, roles }: RoledMention, { intents }: ReadSentence): boolean {
  if (role !== undefined) return roles.includes(role) && singleRoles.includes(role)
  const has = (names: readonly string[]) => intents.some(({ name }) => names.includes(name))
  return has(singleIntents) && !has(['profile'])
}

/** Whether only a comma, and perhaps a postcode, stands between two names. */
function isTownOf(
  name: RoledMention,
  town: RoledMention | undefined,
  tokens: readonly TextToken[],
): boolean {
  if (name.kind !== 'named' || town?.kind !== 'named' || town.roles.length > 0) return false
  const between = tokens.slice(name.end, town.start)
  const [comma, ...more] = between
  return comma?.text === ',' && more.length <= 1 && more.every(({ kind }) => kind === 'number')
}
