import { directionals, streetTypes } from '../../text/index.ts'
import { gaps, type Token } from '../tokens/tokens.ts'

/** Where a language puts the word that says what kind of street it is. */
export const typeLast = new Set([
  'en',
  'tr',
  'hu',
  'fi',
  'et',
  'lt',
  'lv',
  'da',
  'sv',
  'no',
  'nb',
  'nl',
  'is',
])
export const typeAnywhere = new Set([
  'de',
  'cs',
  'sk',
  'ru',
  'uk',
  'be',
  'hr',
  'sr',
  'sl',
  'bg',
  'mk',
])

/** Types of languages that the shared tables do not have, and some that stand only in addresses. */
const moreTypes: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    jalan: ['id'],
    jl: ['id'],
    jln: ['id'],
    lorong: ['id'],
    duong: ['vi'],
    pho: ['vi'],
    soi: ['id'],
    cul: ['fr'],
    grand: ['fr'],
    marg: ['en'],
    salai: ['en'],
    bagh: ['en'],
    strasse: ['de'],
    οδος: ['el'],
    λεωφορος: ['el'],
    λεωφ: ['el'],
    λ: ['el'],
    πλατεια: ['el'],
    пр: ['ru'],
    kungs: [],
    bulevardul: ['ro'],
    bd: ['fr', 'ro'],
    strada: ['ro', 'it'],
    calea: ['ro'],
    soseaua: ['ro'],
    intrarea: ['ro'],
    str: ['de', 'ro'],
    utca: ['hu'],
    u: ['hu'],
    ut: ['hu'],
    ter: ['hu'],
    korut: ['hu'],
    iela: ['lv'],
    gatve: ['lt'],
    g: ['lt'],
    tn: ['et'],
    mnt: ['et'],
    pst: ['et'],
    caddesi: ['tr'],
    cad: ['tr'],
    cd: ['tr'],
    sokak: ['tr'],
    sok: ['tr'],
    sk: ['tr'],
    sokagi: ['tr'],
    bulvari: ['tr'],
    bv: ['es'],
    pje: ['es'],
    psje: ['es'],
    diag: ['es'],
    diagonal: ['es'],
    rambla: ['es', 'ca'],
    sqs: ['pt'],
    sqn: ['pt'],
    scs: ['pt'],
    quadra: ['pt'],
    qd: ['pt'],
    praceta: ['pt'],
    ruta: ['es'],
    statale: ['it'],
    provinciale: ['it'],
  }),
)

/** Types of estates, buildings and quarters, which are components of their own. */
const notStreets = new Set(
  'fraz frazione loc localita lugar barrio bairro colonia edifici edificio edif residence residencia residencial res'.split(
    ' ',
  ),
)

/** Behind these words a number is the road's own. */
export const numberedTypes = new Set(
  'highway hwy route rte road autoroute carretera ctra cg rodovia rod sqs sqn scs quadra interstate motorway ruta statale provinciale'.split(
    ' ',
  ),
)

/** English types that names of other things have too. */
const weakTypes = new Set(
  'park hill point view garden gardens green bridge heights estate ridge gate vale arcade plaza center grove way'.split(
    ' ',
  ),
)

/** So short that they are mostly something else. */
const shortTypes = new Set('ter te most put droga st d c r u g a n al'.split(' '))

/** Endings of one-word street names: German, Dutch, Nordic, Finnish, Estonian, Hungarian. */
const compound =
  /(?:strasse|strassen|stra[sß]e|str|gasse|weg|platz|allee|ring|ufer|damm|chaussee|graben|markt|zeile|steig|stieg|pfad|winkel|berg|brucke|bruck|tor|wall|hof|kai|twiete|gatan|gata|vagen|vag|grand|stigen|torget|torg|plan|backen|leden|allen|gade|vej|alle|plads|straede|straede|torv|boulevard|stien|gaten|gate|veien|vegen|vei|plass|plassen|bakken|bakke|brygge|katu|tie|kuja|polku|tori|aukio|raitti|kaari|ranta|rinne|puistikko|esplanadi|laituri|vayla|straat|laan|plein|gracht|kade|singel|dijk|steeg|dreef|straatweg|burgwal|haven|markt|baan|lei|vest|heide|heuvel|kamp|tanav)$/
const weakCompound =
  /(?:berg|hof|tor|bruck|brucke|haven|heide|heuvel|kamp|plan|lei|vest|baan|ranta|allen)$/
export const compoundLanguages = new Set(['de', 'nl', 'da', 'sv', 'no', 'nb', 'fi', 'et'])

/** German beginnings of street names without a type. */
export const germanStart =
  /^(?:am|an (?:der|den|dem)|im|in (?:der|den|dem)|auf (?:der|dem|den)|zum|zur|unter (?:den|der|dem)|hinter (?:der|dem|den)|vor (?:dem|der|den)|bei (?:der|dem|den)|beim|vom|neuer|alter|grosser|kleiner|hinterm|oberer|unterer) /

export interface StreetWord {
  languages: readonly string[]
  /** Mostly not a street: in English, or in every language. */
  weak: 'en' | 'all' | undefined
}

export interface StreetFacts {
  type: StreetWord | undefined
  compound: boolean
  /** An ending that towns have too. */
  weakCompound: boolean
  direction: boolean
}

function weaknessOf(text: string): StreetWord['weak'] {
  if (shortTypes.has(text)) return 'all'
  return weakTypes.has(text) ? 'en' : undefined
}

/** What each token says of streets, whatever the country. */
export function streetFactsOf(tokens: readonly Token[]): StreetFacts[] {
  return tokens.map(({ text, raw, hasDigit }, i) => {
    const known = notStreets.has(text) ? [] : (streetTypes.get(text) ?? [])
    const languages = [...known, ...(moreTypes.get(text) ?? [])]
    const short = text.length === 1 && !/[./]$/.test(raw) && tokens[i + 1]?.gap !== gaps.slash
    return {
      type: languages.length > 0 && !short ? { languages, weak: weaknessOf(text) } : undefined,
      compound: !hasDigit && text.length >= 5 && compound.test(text),
      weakCompound: weakCompound.test(text),
      direction: directionals.has(text),
    }
  })
}
