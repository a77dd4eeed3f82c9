import * as z from 'zod'

export const Format = z.enum(['footstep', 'geojson']).meta({
  id: 'Format',
  description:
    '`footstep`: compact JSON with encoded polylines (precision 6). `geojson`: a GeoJSON ' +
    'FeatureCollection. Without it the `accept` header decides; `footstep` is the default.',
})
