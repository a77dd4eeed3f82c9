import type { ComponentSpan } from '../components.ts'
import { Cursor } from './cursor.ts'

const provinces =
  '河北|山西|辽宁|遼寧|吉林|黑龙江|黑龍江|江苏|江蘇|浙江|安徽|福建|江西|山东|山東|河南|湖北|湖南|广东|廣東|海南|四川|贵州|貴州|云南|雲南|陕西|陝西|甘肃|甘肅|青海'
const state = new RegExp(
  `^(?:(?:${provinces})省|内蒙古自治区|广西壮族自治区|西藏自治区|宁夏回族自治区|新疆维吾尔自治区|香港特别行政区|澳门特别行政区|(?:${provinces}|内蒙古|广西|西藏|宁夏|新疆)(?=\\p{Script=Han}+[市州县]))`,
  'u',
)
const municipality = /^(?:北京|上海|天津|重庆|重慶)市?(?=[\s,，]|\p{Script=Han})/u
const city = /^[^\s,，0-9０-９省市区區县縣]{1,8}?(?:市(?!场|場|民)|自治州|地区|盟)/u
const bareCity =
  /^(?:广州|深圳|杭州|南京|成都|武汉|西安|苏州|青岛|长沙|郑州|沈阳|大连|厦门|宁波|昆明|哈尔滨|济南|福州|无锡|合肥|台北|臺北|高雄|台中|香港|九龍|九龙|新界|澳门|澳門)(?![路街道])/u
/** Parts of Hong Kong, whose names lack a character for their kind. */
const hongKong =
  /^(?:尖沙咀|尖東|旺角|油麻地|佐敦|深水埗|紅磡|觀塘|九龍灣|九龍塘|中環|金鐘|灣仔|銅鑼灣|北角|鰂魚涌|太古|上環|西環|香港仔|沙田|荃灣|元朗|屯門|大埔)/u
const district = /^[^\s,，0-9０-９路街号號]{1,8}?(?:区|區)(?!域)/u
const county = /^[^\s,，0-9０-９路街号號]{1,8}?(?:自治县|县|縣|旗)/u
const township = /^[^\s,，0-9０-９路号號]{1,8}?(?:镇|鎮|乡|鄉|街道)(?!路|街)/u
const village =
  /^[^\s,，0-9０-９路街号號]{1,8}?(?:村|里|屯|社区)(?![东西南北中大]?[路街道里])(?=[\s,，0-9０-９\p{Script=Han}])/u
const road =
  /^[^\s,，号號]{1,14}?(?:大道|大街|公路|路|街|胡同|巷|道(?!路)|弄)(?:[东西南北中東]?[一二三四五六七八九十\d]*(?:段|路|街|巷|支路|横路))*(?:\d+(?=弄|巷)(?:巷))?/u
const number =
  /^[甲乙丙丁]?[0-9０-９]+(?:[-－—之~、/][0-9０-９]+)*[A-Za-z甲乙丙丁]?(?:(?:弄|巷|号院|號院)[0-9０-９]+(?:[-－][0-9０-９]+)?)*(?:[号號](?![楼樓])(?:之[0-9０-９一二三四五六七八九十]+|院)?|(?![0-9０-９]|[号號室房楼樓層层栋棟座]|单元))/u
const room =
  /(?:[A-Za-z]?-?[0-9０-９]+[A-Za-z]?(?:-[0-9]+)?|(?<=[楼樓层層])[A-Za-z甲乙丙丁])(?:室|房|[号號]?(?:房|[铺鋪舖]|商铺)|户|戶)$/u
const floor =
  /(?:(?:地下|[负負]|B)?(?:[0-9０-９]+|[一二三四五六七八九十]+)(?:楼|樓|层|層|F)|(?<=[0-9号號楼樓大厦廈场場])地下)$/u
const stairs = /(?:[0-9０-９]+|[一二三四五六七八九十]+|[A-Z甲乙])单元$/u
const postcode =
  /^(?:邮编|邮政编码)?[:：]? ?(?<v>[0-9]{6}(?![0-9])|[0-9]{3}(?:[0-9]{2})?(?=\s?[台臺新高桃基嘉彰南雲屏宜花苗]\p{Script=Han}))/u
const lastPostcode = /(?:邮编|邮政编码)?[:：]? ?(?<v>(?<![0-9])[0-9]{6})$/u
const country = /^(?:中华人民共和国|中国|中國|台灣|台湾|臺灣)(?!路|街|人民|大|国际|电信|移动|银行)/u
const lastCountry = /[\s,，](?<v>中华人民共和国|中国|中國)$/u

/** Parses province, city, district, town, road, number, building, staircase, floor and room, in this order. */
export function parseChinese(text: string): ComponentSpan[] {
  const cursor = new Cursor(text)
  cursor.take('postcode', postcode)
  cursor.take('country', country)
  cursor.take('postcode', postcode)
  cursor.takeLast('postcode', lastPostcode)
  cursor.takeLast('country', lastCountry)
  cursor.take('state', state)
  if (!cursor.take('city', municipality) && !cursor.take('city', city))
    cursor.take('city', bareCity)
  cursor.take('city_district', district)
  cursor.take('county', county)
  if (!cursor.has('city_district'))
    cursor.take('city_district', /^[^\s,，0-9路街]{1,6}市(?![场場民])/u)
  cursor.take(cursor.has('county') && !cursor.has('city') ? 'city' : 'suburb', township)
  cursor.take('suburb', village)
  cursor.take('suburb', hongKong)
  cursor.take('road', road)
  cursor.take('house_number', number)
  for (let last = 0; last < 3; last++) {
    cursor.takeLast('unit', room)
    cursor.takeLast('level', selectFloorForm(cursor))
    cursor.takeLast('staircase', stairs)
  }
  cursor.takeRest('house')
  return cursor.spans
}

/** Selects the form of a floor: "3号楼" is a building, "3楼" a floor. */
function selectFloorForm(cursor: Cursor): RegExp {
  return /(?:号|號)(?:楼|樓)[\s,，]*$/u.test(cursor.rest()) ? /$^/u : floor
}
