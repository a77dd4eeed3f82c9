import { fold } from '../../text/index.ts'
import { countriesWithPostcodes } from './postcodes.ts'

/** Languages whose names of countries are known besides English, by the script they are written in. */
const languages = {
  latin: 'fr de es it pt ca nl da sv nb fi pl cs sk hu ro hr sl et lv lt tr'.split(' '),
  other: 'el ru uk bg ar he'.split(' '),
}

/** Short and own forms that the locale data does not have; `=` between the code and its names. */
const more = `
US=USA,U.S.A.,U.S.,United States of America,EE. UU.,EEUU,EUA,États-Unis d’Amérique,Vereinigte Staaten von Amerika,США
GB=UK,U.K.,Great Britain,Britain,Royaume-Uni,Großbritannien,GBR
IE=Éire,Republic of Ireland,Rep. of Ireland,IRL
NL=Holland,Nederland,The Netherlands,Pays-Bas
DE=BRD,Bundesrepublik Deutschland,Allemagne,Deutschland,GER
CZ=Česko,Česká republika,Czech Republic,Ceska republika,Tschechien,République tchèque,Chequia
SK=Slovak Republic,Slovenská republika
RU=Россия,РФ,Российская Федерация,Russian Federation
KR=South Korea,Republic of Korea,Korea,Korea (South),대한민국,한국
CN=China,P.R. China,PR China,P.R.China,PRC,People’s Republic of China,中国,中华人民共和国
TW=Taiwan,台灣,台湾,臺灣
HK=Hong Kong,Hong Kong SAR,香港
JP=Japan,Nippon,日本,日本国
CH=Schweiz,Suisse,Svizzera,Svizra,Switzerland,Confoederatio Helvetica
BE=België,Belgique,Belgien,Belgium
AT=Österreich,Oesterreich
FI=Suomi,Finland,Suomi-Finland
SE=Sverige
NO=Norge,Noreg
DK=Danmark
BR=Brasil,Brazil
MX=México,Mexico,Mexique
ES=España,Espanya,Espainia
IN=Bharat,Republic of India
ZA=South Africa,Republic of South Africa,RSA,Suid-Afrika
NZ=Aotearoa,Aotearoa New Zealand,N.Z.,New Zealand
AE=UAE,U.A.E.,United Arab Emirates
TR=Türkiye,Turkey,Turkiye
LU=Luxemburg,Lëtzebuerg,Luxembourg,Grand-Duché de Luxembourg,G.D. Luxembourg
AD=Andorra,Principat d’Andorra,Principauté d’Andorre,Andorre
MC=Monaco,Principauté de Monaco
LI=Liechtenstein,Fürstentum Liechtenstein
VN=Vietnam,Viet Nam
VA=Vatican City,Vatican,Città del Vaticano
AR=República Argentina,Rep. Argentina
PT=Portugal
`

type Script = keyof typeof languages

let ready: Map<string, string> | undefined
const exonyms: Partial<Record<Script, Map<string, string>>> = {}
let byCode: Map<string, string> | undefined

/** English, own and short names: what nearly all addresses have. */
function load(): Map<string, string> {
  ready = new Map()
  addLanguage(ready, 'en')
  for (const line of more.trim().split('\n')) {
    const [code = '', names = ''] = line.split('=')
    for (const name of names.split(',')) add(ready, name, code)
  }
  return ready
}

function loadExonyms(script: Script): Map<string, string> {
  const names = new Map<string, string>()
  for (const language of languages[script]) addLanguage(names, language)
  exonyms[script] = names
  return names
}

function addLanguage(table: Map<string, string>, language: string): void {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  codes ??= regionCodes()
  for (const code of codes) add(table, names.of(code), code)
}

let codes: string[] | undefined

function add(table: Map<string, string>, name: string | undefined, code: string): void {
  const folded = fold(name ?? '')
  // "Georgia" of the names is the country, of most addresses the state; both are kept apart by place.
  if (folded !== '' && !table.has(folded)) table.set(folded, code)
}

/** All that the locale data has a name of. */
function regionCodes(): string[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const codes: string[] = []
  for (let i = 0; i < 676; i++) {
    const code = String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26))
    if (
      !/^(?:AA|Q[M-Z]|X[A-JL-Z]|ZZ|EU|EZ|UN|DD|SU|YU|FX|BU|CS|TP|ZR|UK|NT|AN|DY|HV|NH|RH|VD|YD|PZ|CT|FQ|JT|MI|NQ|PC|PU|WK)$/.test(
        code,
      ) &&
      names.of(code)
    ) {
      codes.push(code)
    }
  }
  return codes
}

/**
 * ISO 3166-1 alpha-2 of a folded name of a country in its own language or English; with `exonym` in any
 * of thirty languages, whose tables are made when a name is first looked for so (50 ms).
 */
export function countryNamed(folded: string, exonym: boolean): string | undefined {
  const code = (ready ?? load()).get(folded)
  if (code || !exonym) return code
  const script = /\p{Script=Latin}/u.test(folded) ? 'latin' : 'other'
  return (exonyms[script] ?? loadExonyms(script)).get(folded)
}

/** ISO 3166-1 alpha-3 codes of the countries that addresses mostly come from. */
const alpha3 =
  'AD=AND AE=ARE AR=ARG AT=AUT AU=AUS BE=BEL BG=BGR BR=BRA CA=CAN CH=CHE CL=CHL CN=CHN CO=COL CY=CYP CZ=CZE ' +
  'DE=DEU DK=DNK EE=EST EG=EGY ES=ESP FI=FIN FR=FRA GB=GBR GR=GRC HK=HKG HR=HRV HU=HUN ID=IDN IE=IRL IL=ISR ' +
  'IN=IND IS=ISL IT=ITA JP=JPN KE=KEN KR=KOR LI=LIE LT=LTU LU=LUX LV=LVA MA=MAR MC=MCO MT=MLT MX=MEX MY=MYS ' +
  'NL=NLD NO=NOR NZ=NZL PE=PER PH=PHL PK=PAK PL=POL PT=PRT RO=ROU RS=SRB RU=RUS SA=SAU SE=SWE SG=SGP SI=SVN ' +
  'SK=SVK TH=THA TR=TUR TW=TWN UA=UKR US=USA UY=URY VN=VNM ZA=ZAF'

/** Alpha-2 of an alpha-2 or alpha-3 code in capitals, where it is one. */
export function countryOfCode(code: string): string | undefined {
  if (!byCode) {
    byCode = new Map(countriesWithPostcodes.map((known) => [known, known]))
    for (const pair of alpha3.split(' ')) byCode.set(pair.slice(3), pair.slice(0, 2))
  }
  return byCode.get(code)
}
