import type { Map as GlMap } from 'maplibre-gl'
import { useEffect, useState } from 'preact/hooks'
import { formatPosition } from '../format.ts'
import type { Relief } from './relief.ts'

/** Shows the coordinates under the pointer and the height of the ground there. */
export function Cursor({ map, relief }: { map: GlMap; relief: Relief | undefined }) {
  const [at, setAt] = useState<{ lat: number; lon: number }>()
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    let lastRequest = 0
    const move = ({ lngLat }: { lngLat: { lat: number; lng: number } }) => {
      const position = { lat: lngLat.lat, lon: lngLat.lng }
      setAt(position)
      const request = ++lastRequest
      relief
        ?.heightAt(position)
        .then((found) => {
          if (request === lastRequest) setHeight(found)
        })
        .catch(() => setHeight(undefined))
    }
    const leave = () => setAt(undefined)
    map.on('mousemove', move)
    map.on('mouseout', leave)
    return () => {
      map.off('mousemove', move)
      map.off('mouseout', leave)
    }
  }, [map, relief])
  if (!at) return null
  return (
    <output class="cursor" aria-label="Position of the pointer">
      {formatPosition(at)}
      {height !== undefined && <b> {Math.round(height)} m</b>}
    </output>
  )
}
