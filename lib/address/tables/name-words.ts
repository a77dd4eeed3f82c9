import { fold } from '../../text/index.ts'
import { weights } from '../weights.ts'

/** Words that say what a name is, before or after it; folded. */
const kinds = {
  city: {
    first:
      'г гор город с село пос поселок п пгт рп д дер деревня ст станица м мiсто місто смт city town ville commune stadt gemeinde municipio mun comuna ciudad',
    last: 'city town shi township',
  },
  county: {
    first: 'county co condado comitat judetul jud kreis landkreis lkr powiat pow okres',
    last: 'county co zupanija maakond landkreis kreis megye powiat raion fylke район',
  },
  state: {
    first:
      'wojewodztwo woj region estado edo provincia prov pcia departamento kanton canton republic республика респ land bundesland state',
    last: 'область обл oblast край krai kray lan wojewodztwo kraj state province prefecture республика область',
  },
  city_district: {
    first:
      'bezirk arrondissement alcaldia delegacion stadtbezirk ward district kreis okrug raion район р-н municipality',
    last: 'arrondissement arr bezirk gemeindebezirk kerulet ker район р-н raion district borough stadsdel bydel',
  },
  suburb: {
    first:
      'barrio bairro colonia col urbanizacion urb poligono pol fraccionamiento fracc jardim vila parque jd sector sec phase block lieu lieudit fraz frazione loc localita lugar freguesia partida paraje cartierul cartier ortsteil ot stadtteil quartier mkr мкр микрорайон кв-л квартал hameau unidad residencial conjunto setor zona pagkrati ward barri bo polig res lotissement zac za zi townland',
    last: 'nagar vihar colony layout sector enclave extension extn puram pet peth pura wadi estate mahallesi mah mahalle district quarter village vihar puri kunj bagh gardens heights park mkr мкр микрорайон',
  },
} as const

export type NamedKind = keyof typeof kinds

const places = ['first', 'last'] as const
let table: Map<string, { kind: NamedKind; place: 'first' | 'last' }[]> | undefined

function load() {
  table = new Map()
  for (const [kind, words] of Object.entries(kinds)) {
    for (const place of places) {
      for (const written of words[place].split(' ')) {
        const word = fold(written)
        table.set(word, [...(table.get(word) ?? []), { kind: kind as NamedKind, place }])
      }
    }
  }
  return table
}

const worth: Readonly<Record<NamedKind, number>> = {
  city: weights.cityWord,
  county: weights.countyWord,
  state: weights.stateWord,
  city_district: weights.districtWord,
  suburb: weights.suburbWord,
}

/** What the first and the last word of a name of several words say that it is, with their worth. */
export function kindScores(first: string, last: string): Partial<Record<NamedKind, number>> {
  const words = table ?? load()
  const said: Partial<Record<NamedKind, number>> = {}
  const say = (word: string, place: 'first' | 'last', share: number) => {
    for (const one of words.get(word) ?? []) {
      if (one.place === place)
        said[one.kind] = Math.max(said[one.kind] ?? 0, worth[one.kind] * share)
    }
  }
  say(first, 'first', 1)
  say(last, 'last', 0.85)
  return said
}

/** Whether a word only says that the name behind it is that of a town: "г. Москва". */
export function isTownWord(first: string): boolean {
  const said = (table ?? load()).get(first)
  return said?.some(({ kind, place }) => place === 'first' && kind === 'city') ?? false
}

const months = new Set(
  `january february march april may june july august september october november december
janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
janeiro fevereiro marco maio junho julho setembro outubro novembro dezembro
gener febrer abril maig juny juliol agost setembre octubre novembre desembre
januar februar marz juni juli oktober dezember
stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia
ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu prosince
января февраля марта апреля мая июня июля августа сентября октября ноября декабря лет
ianuarie februarie martie aprilie iunie iulie decembrie`.split(/\s+/),
)

/** Whether a folded word is the name of a month, as in "25 de Mayo" and "17. listopadu". */
export function isMonth(word: string): boolean {
  return months.has(word)
}
