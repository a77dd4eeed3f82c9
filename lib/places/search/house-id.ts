import type { House } from '#places/gazetteer'

const pattern = /^house:([^:]+):(.+)$/

/**
 * The id of a house in responses. One whose position is computed has only the id of its street or
 * interpolation way, so its number is added: `house:12:osm:way/9`.
 */
export function houseIdOf({ id, number, interpolated }: House): string {
  return interpolated && !number.includes(':') ? `house:${number}:${id}` : id
}

/** Number of a house and the id of its street or interpolation way; undefined for any other id. */
export function partsOfHouseId(id: string): { number: string; id: string } | undefined {
  const [, number, other] = pattern.exec(id) ?? []
  return number && other ? { number, id: other } : undefined
}
