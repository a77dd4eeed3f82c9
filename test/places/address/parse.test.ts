import { describe, expect, test } from 'vitest'
import { type ParseHints, parseAddress, rankParses } from '#places/address'

/** Compares only the given components, exactly. */
function reads(text: string, expected: Record<string, string>, hints?: ParseHints) {
  expect(parseAddress(text, hints)).toMatchObject(expected)
}

describe('house numbers', () => {
  test('are found before or after the street, by country', () => {
    reads('221b Baker Street, London', { house_number: '221b', road: 'Baker Street' })
    reads('Lange Reihe 5, 20099 Hamburg', { house_number: '5', road: 'Lange Reihe' })
  })

  test('keep their letters, ranges and fractions', () => {
    reads('3 bis, impasse des Lilas, 31000 Toulouse', { house_number: '3 bis' })
    reads('Prinsengracht 263-267, 1016 GV Amsterdam', { house_number: '263-267' })
    reads('88 1/2 Elm St, Portland, OR 97205', { house_number: '88 1/2' })
    reads('Storgatan 12 A, 852 30 Sundsvall', { house_number: '12 A' })
  })

  test('do not include the word for number', () => {
    reads('Strada Victoriei nr. 10, București', { house_number: '10' })
    reads('г. Казань, ул. Баумана, д. 44', { house_number: '44' })
    reads('Calle 5 de Febrero #120, Col. Centro, Querétaro', { house_number: '120' })
  })

  test('are not taken from dates or numbered streets', () => {
    reads('Calle 5 de Febrero 120, Puebla', { road: 'Calle 5 de Febrero', house_number: '120' })
    reads('350 42nd Street, New York, NY', { house_number: '350', road: '42nd Street' })
    reads('Straße des 17. Juni 135, 10623 Berlin', {
      road: 'Straße des 17. Juni',
      house_number: '135',
    })
  })

  test('follow the unit in Australia and Canada', () => {
    reads('12A/4 Chapel Street, St Kilda VIC 3182', { unit: '12A', house_number: '4' })
    reads('Unit 12-345 King St W, Toronto ON M5V 1J5', { unit: 'Unit 12', house_number: '345' })
  })
})

describe('flats, floors and boxes', () => {
  test('are recognized by their designators in many languages', () => {
    reads('Apt 4B, 500 Oak Avenue, Boston, MA', { unit: 'Apt 4B' })
    reads('ul. Nowy Świat 15/17 lok. 3, 00-029 Warszawa', { unit: 'lok. 3' })
    reads('Via XX Settembre 15, scala B, interno 4, 00187 Roma', {
      staircase: 'scala B',
      unit: 'interno 4',
    })
    reads('Rheinstraße 45, 3. OG, 12161 Berlin', { level: '3. OG' })
    reads('г. Екатеринбург, пер. Северный, д. 5А, подъезд 2, этаж 4, кв. 32', {
      entrance: 'подъезд 2',
      level: 'этаж 4',
      unit: 'кв. 32',
    })
  })

  test('are recognized without designators in Spain, Portugal and Denmark', () => {
    reads('Passeig de Gràcia 92, 2º 1ª, 08008 Barcelona', { level: '2º', unit: '1ª' })
    reads('Rua de Santa Catarina 200 R/C Dto, Porto', { level: 'R/C', unit: 'Dto' })
    reads('Vestergade 27, 1. th., 1553 København V', { level: '1.', unit: 'th.' })
  })

  test('may be a box in place of a street', () => {
    expect(parseAddress('P.O. Box 4321, Boulder, CO 80306')).toEqual({
      po_box: 'P.O. Box 4321',
      city: 'Boulder',
      state: 'CO',
      postcode: '80306',
    })
    reads('Postfach 10 20 30, 70001 Stuttgart', { po_box: 'Postfach 10 20 30' })
    reads('BP 123, 98000 Monaco', { po_box: 'BP 123', postcode: '98000' })
  })
})

describe('postcodes', () => {
  test.each([
    ['10 Downing Street London SW1A 2AA', 'SW1A 2AA'],
    ['Korenmarkt 16, B-9000 Gent', '9000'],
    ['Kungsgatan 1, 111 43 Stockholm', '111 43'],
    ['Avinguda Meritxell 45, AD500 Andorra la Vella', 'AD500'],
    ['Rua XV de Novembro, 100, Curitiba/PR, CEP 80020-310', '80020-310'],
    ['C.P. 76000 Santiago de Querétaro, Qro., México', '76000'],
    ['123 boul. René-Lévesque E, Québec QC G1R 2B3', 'G1R 2B3'],
    ['Grattan Road, Galway, H91 X2C3', 'H91 X2C3'],
    ['〒231-0023 神奈川県横浜市中区山下町', '231-0023'],
  ])('are parsed from %s as %s', (text, postcode) => {
    reads(text, { postcode })
  })
})

describe('places', () => {
  test('are distinguished as quarter, city, county, state and country', () => {
    expect(parseAddress('3 High Street, Topsham, Exeter, Devon, United Kingdom')).toEqual({
      house_number: '3',
      road: 'High Street',
      suburb: 'Topsham',
      city: 'Exeter',
      county: 'Devon',
      country: 'United Kingdom',
    })
  })

  test('include countries by native name, exonym and code', () => {
    for (const country of [
      'Deutschland',
      'Germany',
      'Allemagne',
      'Alemania',
      'Германия',
      'DE',
      'DEU',
    ]) {
      reads(`Hauptstraße 5, 10115 Berlin, ${country}`, { country, city: 'Berlin' })
    }
  })

  test('may be a building named before its street', () => {
    reads("Musée d'Orsay, 1 Rue de la Légion d'Honneur, 75007 Paris", { house: "Musée d'Orsay" })
  })

  test('keep the district in the name of a town', () => {
    reads('12 Upper Baggot St, Dublin 4, Ireland', { city: 'Dublin 4' })
    reads('CS 70001, 35000 Rennes Cedex', { city: 'Rennes Cedex' })
  })

  test('need no commas where the words are clear', () => {
    expect(parseAddress('23 oxford rd parktown johannesburg gauteng')).toEqual({
      house_number: '23',
      road: 'oxford rd',
      suburb: 'parktown',
      city: 'johannesburg',
      state: 'gauteng',
    })
  })
})

describe('texts from elsewhere', () => {
  test('have their HTML entities decoded, in the values too', () => {
    reads('3 rue de l&#39;&Eacute;cluse, 67000 Strasbourg', { road: "rue de l'Écluse" })
    reads('Caf&eacute; Krone, M&#xFC;nsterplatz 1, Ulm', { house: 'Café Krone', city: 'Ulm' })
    reads('R&D Street 5 &unknown;', { house_number: '5' })
  })

  test('keep words for nearness out of all components', () => {
    expect(parseAddress('bakery near me')).toEqual({ house: 'bakery' })
    expect(parseAddress('Apotheke in der Nähe von Lübeck')).toEqual({
      house: 'Apotheke',
      city: 'Lübeck',
    })
    reads('Rua da Cerca 5, Lisboa', { road: 'Rua da Cerca' })
  })

  test('need no comma between a venue and its street', () => {
    reads('Konditorei Zauner Pfarrgasse 7 4820 Bad Ischl', {
      house: 'Konditorei Zauner',
      road: 'Pfarrgasse',
    })
    reads('Schloss Allee 3, Dresden', { road: 'Schloss Allee' })
  })
})

describe('countries', () => {
  test('are recognized before a postcode or a region too', () => {
    reads('12 Elm Rd, Adelaide, Australia SA 5000', {
      country: 'Australia',
      state: 'SA',
      postcode: '5000',
    })
    reads('12 Victoria Road, New Jersey', { state: 'New Jersey' })
  })

  test('are recognized with formal names and articles', () => {
    for (const country of ['Kingdom of Norway', 'Republik Österreich', 'The Gambia', 'Puerto Rico'])
      reads(`Main Street 5, Springvale, ${country}`, { country })
    reads('Atlanta, State of Georgia', { state: 'State of Georgia' })
  })
})

describe('addresses from the widest part to the narrowest', () => {
  test('are parsed in Chinese', () => {
    expect(parseAddress('江苏省南京市玄武区中山路18号2栋3单元501室')).toEqual({
      state: '江苏省',
      city: '南京市',
      city_district: '玄武区',
      road: '中山路',
      house_number: '18号',
      house: '2栋',
      staircase: '3单元',
      unit: '501室',
    })
  })

  test('are parsed in Japanese', () => {
    expect(parseAddress('〒530-0001 大阪府大阪市北区梅田1-2-3 第一ビル 4階')).toEqual({
      postcode: '530-0001',
      state: '大阪府',
      city: '大阪市',
      city_district: '北区',
      suburb: '梅田',
      house_number: '1-2-3',
      house: '第一ビル',
      level: '4階',
    })
  })

  test('are parsed in Korean, with a room and a quarter in brackets', () => {
    expect(parseAddress('서울특별시 강남구 테헤란로 152, 7층 701호 (역삼동)')).toEqual({
      city: '서울특별시',
      city_district: '강남구',
      road: '테헤란로',
      house_number: '152',
      level: '7층',
      unit: '701호',
      suburb: '역삼동',
    })
  })

  test('are parsed in Russian, in both directions', () => {
    reads('630099, Россия, Новосибирская область, г. Новосибирск, Красный проспект, 25', {
      country: 'Россия',
      state: 'Новосибирская область',
      city: 'г. Новосибирск',
      road: 'Красный проспект',
      house_number: '25',
    })
    reads('ул. Баумана, д. 44, г. Казань, Россия', { road: 'ул. Баумана', city: 'г. Казань' })
  })
})

describe('hints', () => {
  test('decide by country how an address without other evidence is parsed', () => {
    reads('5/120 Nowhere', { unit: '5', house_number: '120' }, { country: 'AUS' })
    reads('Nowhere 5/120', { house_number: '5/120' }, { country: 'AT' })
    expect(rankParses('1234 Nowhere', { country: 'CH' })[0]?.country).toBe('CH')
  })
})

test('ranks other parses after the best one', () => {
  const parses = rankParses('Springfield, Georgia', {}, 3)
  expect(parses.length).toBeGreaterThan(1)
  expect(parses[0]!.components).toMatchObject({ city: 'Springfield' })
})
