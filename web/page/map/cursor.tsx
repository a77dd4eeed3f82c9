import type { Map as GlMap } from 'maplibre-gl'
import { useEffect, useState } from 'preact/hooks'
import { positionText } from '../format.ts'
import type { Relief } from './relief.ts'

/** The position under the pointer and its height. */
export function Cursor({ map, relief }: { map: GlMap; relief: Relief | undefined }) {
  const [at, setAt] = useState<{ lat: number; lon: number }>()
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    let asked = 0
    const move = ({ lngLat }: { lngLat: { lat: number; lng: number } }) => {
      const position = { lat: lngLat.lat, lon: lngLat.lng }
      setAt(position)
      const mine = ++asked
      relief
        ?.heightAt(position)
        .then((found) => {
          if (mine === asked) setHeight(found)
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
      {positionText(at)}
      {height !== undefined && <b> {Math.round(height)} m</b>}
    </output>
  )
}
