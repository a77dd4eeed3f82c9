import { describe, expect, test } from 'vitest'
import { landCovers } from '#ground/landscape'
import {
  classifyArea,
  classifyLine,
  classifyPoint,
  isFilled,
} from '../../../region/features/index.ts'
import type { OsmTags } from '../../../region/osm/index.ts'

/** Parses tags written as `key=value key=value`. */
function tagsOf(text: string): OsmTags {
  return Object.fromEntries(text.split(' ').map((tag) => tag.split('=') as [string, string]))
}

function nothing(tags: readonly string[]): [string, string][] {
  return tags.map((text) => [text, ''])
}

describe('an area', () => {
  test.each([
    ['natural=wood', 'land_cover:wood'],
    ['landuse=forest', 'land_cover:wood'],
    ['landcover=trees', 'land_cover:wood'],
    ['natural=heath', 'land_cover:scrub'],
    ['natural=scrub landuse=forest', 'land_cover:scrub'],
    ['landuse=meadow', 'land_cover:open'],
    ['leisure=park', 'land_cover:open'],
    ['leisure=pitch sport=soccer', 'land_cover:open'],
    ['landuse=vineyard', 'land_cover:field'],
    ['landuse=residential', 'land_cover:built_up'],
    ['amenity=parking', 'land_cover:built_up'],
    ['natural=bare_rock', 'land_cover:rock'],
    ['landuse=quarry', 'land_cover:rock'],
    ['natural=beach', 'land_cover:sand'],
    ['natural=beach surface=pebbles', 'land_cover:rock'],
    ['natural=wetland wetland=bog', 'land_cover:wetland'],
    ['natural=glacier', 'land_cover:ice'],
    ['natural=water water=lake', 'land_cover:water'],
    ['waterway=riverbank', 'land_cover:water'],
    ['landuse=reservoir', 'land_cover:water'],
    ['natural=water intermittent=yes', 'land_cover:wetland'],
    ['landuse=basin basin=infiltration', 'land_cover:open'],
    ['building=yes', 'structure'],
    ['landuse=industrial building=industrial', 'land_cover:built_up structure'],
    ['amenity=shelter', 'structure'],
    ['historic=ruins', 'structure scenic'],
    ['historic=castle building=yes', 'structure scenic'],
    ['man_made=tower', 'structure scenic'],
    ...nothing(['landuse=military', 'leisure=nature_reserve', 'boundary=national_park']),
    ...nothing(['leisure=swimming_pool', 'natural=bay', 'building=no', 'natural=valley']),
    ...nothing(['amenity=parking parking=underground', 'amenity=parking layer=-1']),
    ...nothing(['landuse=reservoir location=underground', 'natural=water tunnel=yes']),
    ...nothing(['building=yes layer=-2', 'power=plant plant:source=solar', 'building:part=yes']),
  ])('%s is classified as %s', (tags, kinds) => {
    expect(classifyArea(tagsOf(tags)).join(' ')).toBe(kinds)
  })

  test('can be classified as each kind of land cover', () => {
    const natural = 'wood scrub grassland bare_rock wetland water beach glacier'.split(' ')
    const covers = [
      ...natural.map((value) => classifyArea({ natural: value })[0]),
      ...['farmland', 'residential'].map((value) => classifyArea({ landuse: value })[0]),
    ]
    const expected = landCovers.filter((cover) => cover !== 'unknown')
    expect(covers.toSorted()).toEqual(expected.map((cover) => `land_cover:${cover}`).toSorted())
  })
})

describe('a line', () => {
  test.each([
    ['highway=residential', 'road'],
    ['highway=service service=driveway', 'road'],
    ['highway=track', 'path'],
    ['highway=steps', 'path'],
    ['highway=cycleway', 'path'],
    ['highway=motorway', 'road motorway'],
    ['highway=motorway_link', 'road motorway'],
    ['highway=trunk', 'road'],
    ['highway=trunk motorroad=yes', 'road motorway'],
    ['highway=trunk oneway=yes', 'road motorway'],
    ['highway=trunk oneway=yes maxspeed=50', 'road'],
    ['highway=trunk oneway=yes maxspeed=70mph', 'road motorway'],
    ['highway=trunk oneway=yes sidewalk=right', 'road'],
    ['highway=primary oneway=yes', 'road'],
    ['highway=tertiary ford=yes', 'road crossing'],
    ['highway=tertiary ford=no', 'road'],
    ['highway=residential tunnel=building_passage', 'road'],
    ['highway=path natural=cliff', 'path cliff scenic'],
    ['railway=rail', 'railway linear'],
    ['railway=narrow_gauge', 'railway linear'],
    ['railway=abandoned', 'linear'],
    ['railway=abandoned highway=path', 'path linear'],
    ['waterway=stream', 'stream'],
    ['waterway=ditch', 'stream'],
    ['barrier=ditch', 'stream'],
    ['waterway=river', 'river'],
    ['waterway=river intermittent=yes', 'stream'],
    ['waterway=canal', 'river'],
    ['waterway=canal width=2.5', 'stream'],
    ['waterway=canal bridge=aqueduct', 'linear'],
    ['waterway=dam', 'linear crossing'],
    ['waterway=lock_gate', 'crossing'],
    ['barrier=fence', 'linear'],
    ['barrier=hedge', 'linear'],
    ['natural=tree_row', 'linear'],
    ...nothing(['power=line', 'power=minor_line', 'man_made=pipeline location=overground']),
    ...nothing(['man_made=goods_conveyor', 'aerialway=cable_car', 'aerialway=chair_lift']),
    ['man_made=cutline', 'linear'],
    ['man_made=pier', 'linear path crossing'],
    ['man_made=breakwater', 'linear crossing'],
    ['natural=cliff', 'cliff scenic'],
    ...nothing(['highway=proposed', 'highway=corridor indoor=yes', 'highway=footway indoor=yes']),
    ...nothing(['railway=tram', 'railway=subway tunnel=yes', 'railway=razed', 'railway=platform']),
    ...nothing(['waterway=stream tunnel=culvert', 'waterway=river tunnel=yes', 'power=cable']),
    ...nothing(['man_made=pipeline location=underground', 'barrier=kerb', 'route=ferry']),
    ...nothing(['natural=coastline', 'aerialway=zip_line', 'boundary=administrative']),
  ])('%s is classified as %s', (tags, kinds) => {
    const found = classifyLine(tagsOf(tags), 400)
    expect(found.toSorted()).toEqual(kinds.split(' ').filter(Boolean).toSorted())
  })

  test.each([
    ['highway=residential bridge=yes', 12, 'road crossing'],
    ['highway=residential bridge=yes', 30, 'road crossing scenic'],
    ['highway=path bridge=viaduct', 20, 'path crossing scenic'],
    ['highway=residential bridge=no', 60, 'road'],
    ['highway=primary bridge=yes foot=no', 12, 'road passage'],
    ['highway=motorway bridge=yes', 12, 'road passage'],
    ['railway=rail bridge=yes', 12, 'linear crossing'],
    ['railway=light_rail bridge=yes', 12, 'linear passage'],
    ['highway=footway tunnel=yes', 20, 'crossing'],
    ['highway=residential tunnel=yes', 150, 'crossing'],
    ['highway=residential tunnel=yes', 151, ''],
    ['highway=motorway tunnel=yes', 80, 'passage'],
    ['highway=motorway tunnel=yes', 900, ''],
    ['railway=rail tunnel=yes', 80, 'passage'],
    ['railway=rail tunnel=yes', 900, ''],
    ['man_made=bridge', 59, ''],
    ['man_made=bridge', 60, 'scenic'],
  ])('%s of %i m is classified as %s', (tags, meters, kinds) => {
    const found = classifyLine(tagsOf(tags), meters)
    expect(found.toSorted()).toEqual(kinds.split(' ').filter(Boolean).toSorted())
  })

  test('is not a barrier where it leads over or under a crossing line', () => {
    for (const way of ['highway=motorway', 'railway=rail', 'railway=subway'])
      for (const span of ['bridge=yes', 'bridge=viaduct', 'tunnel=yes'])
        for (const meters of [10, 100, 1_000]) {
          const kinds = classifyLine(tagsOf(`${way} ${span}`), meters)
          expect(kinds).not.toContain('motorway')
          expect(kinds).not.toContain('railway')
        }
  })

  test('is filled when its area is tagged as such, and otherwise only an outline', () => {
    expect(isFilled({ highway: 'pedestrian', area: 'yes' })).toBe(true)
    expect(isFilled({ man_made: 'pier' })).toBe(true)
    expect(isFilled({ highway: 'pedestrian' })).toBe(false)
    expect(isFilled({ barrier: 'fence' })).toBe(false)
    expect(isFilled({ natural: 'cliff', area: 'yes' })).toBe(false)
  })
})

describe('a point', () => {
  test.each([
    ['tourism=viewpoint', 'scenic'],
    ['natural=peak', 'scenic'],
    ['waterway=waterfall', 'scenic'],
    ['ruins=yes', 'scenic'],
    ['man_made=lighthouse', 'structure scenic'],
    ['tourism=wilderness_hut', 'structure'],
    ['building=yes', 'structure'],
    ['ford=yes', 'crossing'],
    ['highway=crossing', 'crossing'],
    ['highway=traffic_signals', 'crossing'],
    ['railway=level_crossing', 'crossing'],
    ...nothing(['natural=tree', 'historic=wayside_cross', 'natural=wood', 'highway=bus_stop']),
    ...nothing(['amenity=cafe', 'ford=no', 'building=entrance location=underground']),
  ])('%s is classified as %s', (tags, kinds) => {
    expect(classifyPoint(tagsOf(tags)).join(' ')).toBe(kinds)
  })
})
