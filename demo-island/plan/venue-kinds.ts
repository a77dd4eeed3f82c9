import type { MapTags } from '../roads/network.ts'

/** A kind of place and the number of such places in a settlement. */
export interface VenueKind {
  tags: MapTags
  /** Pattern of the name; `*` is an invented word, `@` a surname, `%` the settlement. Unnamed if undefined. */
  name?: string
  /** English pattern of some names. */
  english?: string
  /** Number of places in the capital, in another town, and in a village (a fraction is the chance of one). */
  counts: [number, number, number]
  /** Opening hours. */
  hours?: string
}

const shopHours = 'Mo-Fr 08:00-12:00,13:30-18:30; Sa 08:00-16:00'
const innHours = 'Tu-Su 11:00-23:00'
const officeHours = 'Mo-Fr 08:30-12:00,14:00-17:30'

const amenity = (
  value: string,
  name: string | undefined,
  counts: VenueKind['counts'],
  extra: MapTags = {},
  hours?: string,
): VenueKind => ({
  tags: { amenity: value, ...extra },
  ...(name ? { name } : {}),
  ...(hours ? { hours } : {}),
  counts,
})
const shop = (value: string, name: string, counts: VenueKind['counts']): VenueKind => ({
  tags: { shop: value },
  name,
  counts,
  hours: shopHours,
})
const office = (value: string, name: string, counts: VenueKind['counts']): VenueKind => ({
  tags: { office: value },
  name,
  counts,
  hours: officeHours,
})

/** Kinds of places on the island. */
export const venueKinds: VenueKind[] = [
  amenity('restaurant', 'Ustaria *', [7, 4, 0.9], { cuisine: 'regional' }, innHours),
  amenity('restaurant', 'Trattoria *', [3, 1, 0.1], { cuisine: 'italian;pizza' }, innHours),
  amenity('cafe', 'Café *', [5, 3, 0.4], {}, 'Mo-Sa 07:00-19:00'),
  amenity('bar', 'Bar *', [3, 1, 0.1], {}, 'Mo-Sa 17:00-01:00'),
  amenity('pub', 'Taverna *', [2, 1, 0.2], {}, 'Mo-Su 16:00-00:00'),
  amenity('fast_food', 'Buccun *', [2, 1, 0], { cuisine: 'burger' }, innHours),
  amenity('ice_cream', 'Glatscharia *', [1, 1, 0]),
  amenity('bank', 'Banca da l’Insla', [2, 1, 0.1], {}, officeHours),
  amenity('atm', undefined, [3, 1, 0.2]),
  amenity('pharmacy', 'Apoteca *', [3, 1, 0.1], { dispensing: 'yes' }, shopHours),
  amenity('doctors', 'Pratica @', [3, 2, 0.2], { healthcare: 'doctor' }, officeHours),
  amenity('dentist', 'Dentist @', [2, 1, 0], { healthcare: 'dentist' }, officeHours),
  amenity('veterinary', 'Veterinari @', [1, 1, 0.1]),
  amenity('kindergarten', 'Scolina %', [2, 1, 0.3]),
  amenity('school', 'Scola %', [2, 1, 0.4]),
  amenity('library', 'Biblioteca %', [1, 1, 0], {}, officeHours),
  amenity('townhall', 'Chasa communala %', [1, 1, 0.3], {}, officeHours),
  amenity('police', 'Polizia %', [1, 1, 0]),
  amenity('fire_station', 'Pumpiers %', [1, 1, 0.3]),
  amenity('post_office', 'Posta %', [1, 1, 0.3], {}, officeHours),
  amenity('post_box', undefined, [4, 2, 0.8]),
  amenity('fuel', 'Tancadi *', [2, 1, 0.2]),
  amenity('charging_station', undefined, [3, 1, 0.2]),
  amenity('parking', undefined, [6, 3, 0.5], { access: 'yes' }),
  amenity('bicycle_parking', undefined, [4, 2, 0.1]),
  amenity('bicycle_rental', 'Velos *', [1, 1, 0]),
  amenity('car_rental', 'Autos @', [1, 0, 0]),
  amenity('taxi', undefined, [2, 1, 0]),
  amenity('toilets', undefined, [4, 2, 0.4], { fee: 'no' }),
  amenity('bench', undefined, [8, 4, 1.6]),
  amenity('drinking_water', undefined, [4, 2, 0.7]),
  amenity('fountain', 'Bigl *', [2, 1, 0.2]),
  amenity('recycling', undefined, [2, 1, 0.3], { recycling_type: 'container' }),
  amenity('place_of_worship', 'Baselgia *', [2, 1, 0.8], { religion: 'christian' }),
  amenity('theatre', 'Teater *', [1, 0, 0]),
  amenity('cinema', 'Kino *', [1, 0, 0]),
  amenity('community_centre', 'Sala *', [1, 1, 0.2]),
  amenity('nursing_home', 'Chasa *', [1, 1, 0]),
  amenity('shelter', undefined, [1, 1, 0.3]),
  shop('supermarket', 'Martgà *', [3, 1, 0]),
  shop('convenience', 'Butia *', [2, 1, 0.6]),
  shop('bakery', 'Furnaria *', [4, 2, 0.4]),
  shop('butcher', 'Mazlaria @', [2, 1, 0.1]),
  shop('greengrocer', 'Verduras *', [1, 1, 0]),
  shop('cheese', 'Chascharia *', [1, 1, 0.3]),
  shop('clothes', 'Moda *', [3, 1, 0]),
  shop('shoes', 'Chalzers @', [1, 1, 0]),
  shop('hairdresser', 'Salun *', [3, 2, 0.1]),
  shop('books', 'Libraria *', [1, 1, 0]),
  shop('hardware', 'Fiers @', [1, 1, 0.1]),
  shop('sports', 'Sport *', [2, 1, 0.1]),
  shop('bicycle', 'Velos @', [1, 1, 0]),
  shop('florist', 'Flurs *', [1, 1, 0]),
  shop('optician', 'Optica @', [1, 0, 0]),
  shop('car_repair', 'Garascha @', [2, 1, 0.3]),
  shop('kiosk', 'Kiosc *', [2, 1, 0.1]),
  shop('farm', 'Bain @', [0, 0, 0.3]),
  { tags: { tourism: 'hotel' }, name: 'Hotel *', counts: [4, 3, 0.3] },
  { tags: { tourism: 'guest_house' }, name: 'Pensiun *', counts: [2, 2, 0.6] },
  { tags: { tourism: 'hostel' }, name: 'Albiert *', counts: [1, 1, 0] },
  { tags: { tourism: 'museum' }, name: 'Museum *', english: '* Museum', counts: [2, 1, 0.1] },
  { tags: { tourism: 'gallery' }, name: 'Galaria @', counts: [1, 0, 0] },
  { tags: { tourism: 'artwork' }, name: 'Sculptura *', counts: [2, 1, 0.1] },
  {
    tags: { tourism: 'information', information: 'office' },
    name: 'Infurmaziun %',
    english: '% Tourist Office',
    counts: [1, 1, 0],
  },
  { tags: { tourism: 'information', information: 'guidepost' }, counts: [1, 1, 0.7] },
  { tags: { tourism: 'picnic_site' }, counts: [1, 1, 0.4] },
  { tags: { leisure: 'playground' }, counts: [3, 2, 0.7] },
  { tags: { leisure: 'fitness_centre' }, name: 'Fit *', counts: [1, 1, 0] },
  {
    tags: { leisure: 'sports_centre' },
    name: 'Center da sport *',
    english: '* Sports Centre',
    counts: [1, 1, 0],
  },
  office('insurance', 'Segiranza @', [2, 1, 0]),
  office('lawyer', 'Advocatura @', [2, 1, 0]),
  office('estate_agent', 'Immobiglias @', [1, 1, 0]),
  office('company', '@ SA', [3, 1, 0.1]),
  {
    tags: { office: 'government' },
    name: 'Regenza da l’Insla',
    english: 'Island Government',
    counts: [1, 0, 0],
  },
  { tags: { craft: 'carpenter' }, name: 'Scrinaria @', counts: [1, 1, 0.3] },
  { tags: { craft: 'electrician' }, name: 'Electro @', counts: [1, 1, 0] },
  { tags: { craft: 'boatbuilder' }, name: 'Bartgas @', counts: [1, 0, 0] },
  { tags: { healthcare: 'physiotherapist' }, name: 'Fisio @', counts: [2, 1, 0] },
  { tags: { historic: 'memorial' }, name: 'Monument *', counts: [1, 1, 0.2] },
  { tags: { historic: 'wayside_cross' }, counts: [0, 0, 0.5] },
  { tags: { man_made: 'tower', 'tower:type': 'observation' }, name: 'Tur *', counts: [1, 0, 0] },
]
