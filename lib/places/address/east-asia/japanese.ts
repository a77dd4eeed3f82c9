import type { ComponentSpan } from '../components.ts'
import { Cursor } from './cursor.ts'

const dash = '[-－‐‑–—−ー―]'
const digits = '[0-9０-９]'
const kanjiNumber = '[一二三四五六七八九十百]'
const postcode = new RegExp(`^〒? ?(?<v>${digits}{3}${dash}${digits}{4})(?!${digits})`, 'u')
const lastPostcode = new RegExp(`〒? ?(?<v>${digits}{3}${dash}${digits}{4})$`, 'u')
const prefecture =
  /^(?:東京都|北海道|(?:京都|大阪)府|(?:神奈川|和歌山|鹿児島)県|\p{Script=Han}{2}県)/u
// Towns whose own name contains the character for a town, a ward or a village.
const city =
  /^(?:四日市|廿日市|八日市場|野々市|市川|市原|十日町|大町|町田|村上|村山|東村山|武蔵村山|羽村|大村|田村|余市|郡山|郡上|大和郡山|蒲郡|小郡|都城|[^\s,，0-9０-９市区町村郡]{1,6})市/u
const ward = /^[^\s,，0-9０-９市区]{1,4}区/u
const county = /^[^\s,，0-9０-９市区郡]{1,4}郡/u
const township = /^[^\s,，0-9０-９]{1,5}?[町村](?![目])/u
const quarter = new RegExp(
  `^(?:(?!${digits}|${kanjiNumber}+(?:番|丁目))[^\\s,，、])+(?:(?:${digits}+|${kanjiNumber}+)丁目)?|^(?:${digits}+|${kanjiNumber}+)(?:条|丁目)[^\\s,，、0-9０-９]*`,
  'u',
)
const number = new RegExp(
  `^(?:${digits}+|${kanjiNumber}+)(?:(?:${dash}|の|番地?の?|丁目)(?:${digits}+))*(?:番地|番|号|地)?(?!${digits}|階|号室|室)`,
  'u',
)
const room = new RegExp(`(?:(?:${digits}|[A-Z])+(?:号室|室)|${digits}{3,4}号)$`, 'u')
const floor = new RegExp(`(?:地下|B)?${digits}+(?:階|F|Ｆ)$`, 'u')

/** Checks whether a text is Japanese: it contains kana, or characters that only occur in Japanese addresses. */
export function isJapanese(text: string): boolean {
  return (
    /[\p{Script=Hiragana}\p{Script=Katakana}〒県丁]/u.test(text) ||
    /東京都|北海道|(?:京都|大阪)府|日本|番地|\p{Script=Han}市\p{Script=Han}{1,3}区.*町/u.test(text)
  )
}

/** Parses prefecture, city, ward, quarter, number, building, floor and room, in this order. */
export function parseJapanese(text: string): ComponentSpan[] {
  const cursor = new Cursor(text)
  const at = text.search(/東京都|北海道|(?:京都|大阪)府|〒/u)
  cursor.take('country', /^日本国?/u)
  if (at > 0 && /[\s,，、]$/.test(text.slice(0, at)) && !cursor.has('country')) {
    cursor.take('house', new RegExp(`^.{${at}}`, 'su'))
  }
  cursor.take('postcode', postcode)
  cursor.take('country', /^日本国?/u)
  const inTokyo = cursor.take('state', prefecture) && /東京都$/.test(text.slice(0, cursor.at))
  cursor.takeLast('country', /日本国?$/u)
  cursor.takeLast('postcode', lastPostcode)
  cursor.take('county', county)
  if (cursor.has('county')) cursor.take('city', township)
  else if (!cursor.take('city', city) && (inTokyo || !cursor.has('state')))
    cursor.take('city', ward)
  cursor.take('city_district', ward)
  if (!cursor.has('city') && cursor.has('state')) cursor.take('city', township)
  for (let last = 0; last < 2; last++) {
    cursor.takeLast('unit', room)
    cursor.takeLast('level', floor)
  }
  cursor.take('suburb', quarter)
  cursor.take('house_number', number)
  cursor.takeRest('house')
  return trimSpans(cursor)
}

function trimSpans({ spans, text }: Cursor): ComponentSpan[] {
  return spans.map((span) => {
    const value = text.slice(span.start, span.end)
    const blank = /[\s,，、]+$/u.exec(value)?.[0].length ?? 0
    return { ...span, end: span.end - blank }
  })
}
