import { getPosition } from 'suncalc'
import type { LatLon } from '#ground/geo'
import { figures } from './figures/index.ts'
import type { Incident, SearchArea } from './prediction.ts'

/** Returns whether it is dark in the area: the sun is lower than at the end of civil twilight. */
export function isDark({ datetime, area }: Pick<Incident, 'datetime' | 'area'>): boolean {
  const { lat, lon } = pickPlace(area)
  return getPosition(datetime, lat, lon).altitude < figures.darkness.sunAltitudeDegrees.value
}

/** Returns one position of the area, because the altitude of the sun differs little within it. */
function pickPlace(area: SearchArea): LatLon {
  if (area.type === 'circle') return area.center
  const [lon, lat] = (area.type === 'polygon' ? area.rings[0]! : area.line)[0]!
  return { lat, lon }
}
