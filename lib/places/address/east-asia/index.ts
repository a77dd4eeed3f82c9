import type { ComponentSpan } from '../components.ts'
import { parseChinese } from './chinese.ts'
import { isJapanese, parseJapanese } from './japanese.ts'
import { parseKorean } from './korean.ts'

/** Maximum length that is parsed, UTF-16 units. A longer text is more than an address; the rest is ignored. */
const maxUnits = 200

/**
 * Parses addresses in Chinese, Japanese and Korean script, which go from the widest part to the narrowest and end each
 * part with a character for its kind. Returns `undefined` for texts mostly in other scripts.
 */
export function parseEastAsian(
  text: string,
  hint?: string,
): { country: string; spans: ComponentSpan[] } | undefined {
  const read = text.slice(0, maxUnits)
  const signs = read.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const syllables = read.match(/\p{Script=Hangul}/gu)?.length ?? 0
  const letters = read.match(/\p{L}/gu)?.length ?? 0
  if (syllables + signs < Math.max(2, letters * 0.5)) return undefined
  if (syllables > signs) return { country: 'KR', spans: parseKorean(read) }
  if (hint === 'JP' || (hint !== 'CN' && hint !== 'TW' && isJapanese(read))) {
    return { country: 'JP', spans: parseJapanese(read) }
  }
  const country = /[台臺]灣|[台臺][北中南東]|高雄|新北|桃園|新竹/u.test(read) ? 'TW' : 'CN'
  return { country, spans: parseChinese(read) }
}
