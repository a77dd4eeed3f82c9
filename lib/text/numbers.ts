/**
 * Number words from 1 on, cardinals and ordinals of eight languages. Left out are articles (`un`, `ein`)
 * and words that mean something else more often.
 */
const spoken: Readonly<Record<number, string>> = {
  1: 'one first premier premiere erste ersten erster primero primera primo prima primer primeiro primeira eerste',
  2: 'two second deux deuxieme seconde zwei zweite zweiten dos segundo segunda due secondo seconda dues segon segona dois duas twee tweede',
  3: 'three third trois troisieme drei dritte dritten tres tercero tercera tercer tre terzo terza terceiro terceira drie derde',
  4: 'four fourth quatre quatrieme vier vierte vierten cuatro cuarto cuarta quattro quarto quarta quart quatro vierde',
  5: 'five fifth cinq cinquieme funf fuenf funfte fuenfte cinco quinto quinta cinque cinc cinquena vijf vijfde',
  6: 'six sixth sixieme sechs sechste seis sexto sexta sei sesto sesta sis sise zes zesde',
  7: 'seven seventh sept septieme sieben siebte siete septimo septima sette settimo settima setena zeven zevende sete setimo',
  8: 'eight eighth huit huitieme acht achte ocho octavo octava otto ottavo ottava vuit vuite oito oitavo achtste',
  9: 'nine ninth neuf neuvieme neun neunte nueve noveno novena nove nono nona negen negende',
  10: 'ten tenth dix dixieme zehn zehnte diez decimo decima dieci deu dese dez tien tiende',
  11: 'eleven eleventh onze onzieme elf elfte once undecimo undici elfde',
  12: 'twelve twelfth douze douzieme zwolf zwoelf zwolfte doce duodecimo dodici dotze doze twaalf twaalfde',
  13: 'thirteen thirteenth treize treizieme dreizehn trece tredici tretze treze dertien',
  14: 'fourteen fourteenth quatorze quatorzieme vierzehn catorce quattordici catorze veertien',
  15: 'fifteen fifteenth quinze quinzieme funfzehn quince quindici quinze vijftien',
  16: 'sixteen sixteenth seize seizieme sechzehn dieciseis sedici setze dezasseis dezesseis zestien',
  17: 'seventeen seventeenth siebzehn diecisiete diciassette disset dezassete zeventien',
  18: 'eighteen eighteenth achtzehn dieciocho diciotto divuit dezoito achttien',
  19: 'nineteen nineteenth neunzehn diecinueve diciannove dinou dezanove negentien',
  20: 'twenty twentieth vingt vingtieme zwanzig zwanzigste veinte venti vint vinte twintig',
  30: 'thirty thirtieth trente trentieme dreissig treinta trenta trinta dertig',
  40: 'forty fortieth quarante quarantieme vierzig cuarenta quaranta quarenta veertig',
  50: 'fifty fiftieth cinquante cinquantieme funfzig fuenfzig cincuenta cinquanta cinquenta vijftig',
  60: 'sixty sixtieth soixante soixantieme sechzig sesenta sessanta seixanta sessenta zestig',
  70: 'seventy seventieth siebzig setenta settanta zeventig',
  80: 'eighty eightieth achtzig ochenta ottanta vuitanta oitenta tachtig',
  90: 'ninety ninetieth neunzig noventa novanta noranta negentig',
  100: 'hundred hundredth cent centieme hundert cien cento honderd',
}

let byWord: Map<string, string> | undefined

function words(): Map<string, string> {
  if (byWord) return byWord
  byWord = new Map()
  for (const [number, names] of Object.entries(spoken)) {
    for (const name of names.split(' ')) if (!byWord.has(name)) byWord.set(name, number)
  }
  return byWord
}

/** Ordinals in figures: 1st, 2nd, 10e, 1er, 3eme, 2de, 1r, 2n, 4t (Catalan), 5ste. */
const ordinal = /^(\d{1,4})(?:st|nd|rd|th|er|ere|re|e|eme|ieme|me|nde|de|ste|te|r|n|t)$/
const ordinalSign = /^(\d{1,4})\.?(?:er)?[\u00ba\u00aa\u00b0]$/
const roman = /^(x{0,3})(ix|iv|v?i{0,3})(?:e|eme|ieme)?$/
const units = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']

/**
 * The figures of a number word (`onze`), an ordinal (`10e`, `3rd`, `2º`) or a Roman numeral of two
 * letters or more up to 39 (`xiv`, `XVIIIe`); `undefined` for other words.
 */
export function numberOf(text: string, raw: string = text): string | undefined {
  const first = text.charCodeAt(0)
  if (first >= 0x30 && first <= 0x39) {
    return (ordinal.exec(text) ?? ordinalSign.exec(raw))?.[1]?.replace(/^0+(?=.)/, '')
  }
  const number = words().get(text)
  if (number !== undefined) return number
  if (text.length < 2 || (first !== 0x78 && first !== 0x76 && first !== 0x69)) return undefined
  const [, tens, rest] = roman.exec(text) ?? []
  if (tens === undefined || rest === undefined || tens.length + rest.length < 2) return undefined
  return String(tens.length * 10 + units.indexOf(rest))
}
