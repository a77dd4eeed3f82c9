import type { ComponentSpan } from '../components.ts'
import { Cursor } from './cursor.ts'

const metropolis =
  /^(?:서울|부산|대구|인천|광주|대전|울산)(?:특별시|광역시|시)?(?=[\s,]|[가-힣]+[구군])|^세종(?:특별자치시|시)?(?=[\s,]|$|[가-힣])/u
const province =
  /^(?:경기|강원|충청북|충청남|전라북|전라남|전북|전남|경상북|경상남|제주)(?:특별자치)?도(?=[\s,]|[가-힣]|$)|^(?:경기|강원|충북|충남|전북|전남|경북|경남|제주)(?=[\s,])/u
const city = /^[가-힣]{1,5}?시(?=[\s,]|$|[가-힣]+(?:구|동|읍|면|로|길))/u
const county = /^[가-힣]{1,5}?군(?=[\s,]|$|[가-힣]+(?:읍|면))/u
const district = /^[가-힣]{1,5}?구(?=[\s,]|$|[가-힣0-9]+(?:동|로|길|가))/u
const township = /^[가-힣]{1,6}?[읍면](?=[\s,]|$|[가-힣])/u
const quarter = /^[가-힣0-9·.]{1,10}?(?:동|리|가)(?=[\s,)]|$|\d)/u
const road =
  /^[가-힣0-9·.]{1,14}?(?:대로|로|길)(?:\s?[0-9]+(?:번|가)?(?:나|다|라|마|바|사|아)?길)?(?=[\s,]|$|[0-9]|지하)/u
const number = /^(?:지하 ?|산 ?)?[0-9]+(?:-[0-9]+)?(?:번지)?(?![0-9동층호가-힣])/u
const postcode = /^(?:우편번호|우)?[(:]? ?(?<v>[0-9]{5}|[0-9]{3}-[0-9]{3})\)?(?![0-9-])/u
const lastPostcode = /(?<v>(?<![0-9-])(?:[0-9]{5}|[0-9]{3}-[0-9]{3}))$/u
const country = /^(?:대한민국|한국|남한)(?=[\s,]|[가-힣])/u
const unit = /(?:[A-Za-z]-?)?[0-9]+(?:-[0-9]+)?호$/u
const floor = /(?:지하 ?|지상 ?|B)?[0-9]+층$/u
const bracketed = /[(（](?<v>[가-힣0-9]+(?:동|가|리))(?:[,，]\s*[^)）]*)?[)）]?$/u

/** Parses province, city, district, quarter or road, number, building, floor and flat, in this order. */
export function parseKorean(text: string): ComponentSpan[] {
  const cursor = new Cursor(text)
  cursor.take('postcode', postcode)
  cursor.take('country', country)
  const at = text.search(
    /(?:서울|부산|대구|인천|광주|대전|울산)(?:특별시|광역시|시)|[가-힣]+도 [가-힣]+[시군]/u,
  )
  if (at > 0 && cursor.spans.length === 0 && /[\s,]$/.test(text.slice(0, at))) {
    cursor.take('house', new RegExp(`^(?<v>.{1,${at}}?)[\\s,]*(?=.{${text.length - at}}$)`, 'su'))
  }
  cursor.takeLast('country', /[\s,](?<v>대한민국|한국)$/u)
  cursor.takeLast('postcode', lastPostcode)
  if (!cursor.take('city', metropolis)) {
    cursor.take('state', province)
    cursor.take('city', city)
  }
  cursor.take('county', county)
  cursor.take('city_district', district)
  cursor.take(cursor.has('county') && !cursor.has('city') ? 'city' : 'suburb', township)
  if (!cursor.take('road', road)) cursor.take('suburb', quarter)
  cursor.take('road', road)
  cursor.take('suburb', quarter)
  cursor.take('house_number', number)
  cursor.takeLast('suburb', bracketed)
  for (let last = 0; last < 2; last++) {
    cursor.takeLast('unit', unit)
    cursor.takeLast('level', floor)
  }
  cursor.takeRest('house')
  return cursor.spans
}
