import { getPosition } from 'suncalc'
import type { LatLon } from '#ground/geo'
import { figures } from './figures/index.ts'
import type { Incident, SearchArea } from './prediction.ts'

/** Whether it is dark in the area: the sun is below the end of civil twilight. */
export function isDark({ datetime, area }: Pick<Incident, 'datetime' | 'area'>): boolean {
  const { lat, lon } = anyPlaceIn(area)
  return getPosition(datetime, lat, lon).altitude < figures.darkness.sunAltitudeDegrees.value
}

/** The altitude of the sun differs little over an area. */
function anyPlaceIn(area: SearchArea): LatLon {
  if (area.type === 'circle') return area.center
  const [lon, lat] = (area.type === 'polygon' ? area.rings[0]! : area.line)[0]!
  return { lat, lon }
}
