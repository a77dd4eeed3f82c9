import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openDataset, parseRegionNames } from '#ground/dataset'
import { openLandscape } from '#ground/landscape'
import { openWeather } from '#ground/weather'
import { locateHome, writeForCaller } from '#platform/home'
import { openStorage } from '#platform/storage'
import { buildIncident, predict, toPredictResponse } from '#prediction'
import { computeFrameBox, createFrame, drawMap } from '#prediction/map'
import { ensureBuilt } from '../infra/local/built-region.ts'
import {
  addExamples,
  type CommandLine,
  createProgram,
  explainServiceError,
  run,
} from './base/index.ts'
import { type PredictionOptions, parseRequest } from './predict/request.ts'

interface PredictOptions extends PredictionOptions {
  region: string
  out: string
}

const program = createProgram(
  'predict',
  'Predicts where a missing person is likely to be and draws a map of it. ' +
    'A research preview: not for operational use.',
)
  .requiredOption('--profile <name>', 'dementia_alzheimers or despondent')
  .option('--at <lat,lng>', 'last known position, degrees')
  .option('--radius <meters>', 'radius of the area around --at, at most 5000', '3000')
  .option('--polygon <file>', 'instead of --at: a GeoJSON file with a Polygon')
  .option('--path <file>', 'instead of --at: a GeoJSON file with a LineString')
  .option('--buffer <meters>', 'distance to each side of --path, at most 500', '50')
  .option('--datetime <time>', 'time last seen, ISO 8601 with offset (default: now)')
  .option('--age <years>', 'age of the person, years')
  .option('--bearing <degrees>', 'direction of travel: 0 is north, 90 east')
  .option('--elapsed <minutes>', 'minutes since the person was last seen')
  .option('--transport <how>', 'foot, vehicle or unknown')
  .option('--uncertainty <meters>', 'how far the last known position may be off, at most 1000')
  .option('--segments <file>', 'a GeoJSON file of Polygons with a `name` each')
  .option('--searched <file>', 'a GeoJSON file of Polygons with a `probability_of_detection` each')
  .option(
    '--weather <c,mmh,mps,deg>',
    'temperature °C, rain mm/h, wind speed m/s, direction the wind blows from',
  )
  .option('--lookup-weather', 'ask Open-Meteo instead; needs a network')
  .option(
    '--region <name>',
    'a region built on this machine',
    parseRegionNames(process.env.REGION || 'demo')[0],
  )
  .option('--out <path>', 'write the map to <path>.svg, the answer to <path>.json', 'prediction')
  .action(predictAndDraw)
addExamples(program, '--profile dementia_alzheimers --at 46.449386,-28.410364 --age 82')

async function predictAndDraw(options: PredictOptions): Promise<void> {
  const request = await parseRequest(options)
  const storage = await openStorage()
  if (!process.env.CAIRN_BUCKET) await ensureBuilt(storage, locateHome(), options.region)
  const landscape = await openLandscape(storage, await openDataset(storage, options.region))
  const weather = openWeather(storage)
  const incident = await buildIncident(request, weather)
  const startedAt = performance.now()
  const prediction = await predict(landscape, incident)
  const usesLookup = incident.weatherSource === 'lookup'
  const answer = toPredictResponse(incident, prediction, {
    milliseconds: performance.now() - startedAt,
    attributions: [landscape.attribution, usesLookup ? weather.attribution : undefined],
  })
  const { area } = incident
  const frame = createFrame(prediction, area.type === 'circle' ? area.center : undefined)
  const view = await landscape.view(computeFrameBox(frame))
  const { attribution } = answer
  const map = drawMap(incident, prediction, view, frame, { attribution })
  await writeForCaller(options.out, async () => {
    await mkdir(dirname(options.out), { recursive: true })
    await writeFile(`${options.out}.svg`, map)
    await writeFile(`${options.out}.json`, `${JSON.stringify(answer, null, 2)}\n`)
  })
  console.log(describe(answer, options.out))
}

function describe(
  { summary, confidence }: ReturnType<typeof toPredictResponse>,
  outPath: string,
): string {
  const { hex_count, processing_time_ms, outside_mass, ecoregion } = summary
  const outside =
    outside_mass === null
      ? 'how much of the probability lies outside is not known.'
      : `${(outside_mass * 100).toFixed(0)} % of the probability lies outside the area.`
  return [
    `${hex_count} hexagons in ${processing_time_ms} ms: ${ecoregion}, confidence ${confidence}, ` +
      outside,
    ...summary.notes.map((note) => `- ${note}`),
    `Map: ${outPath}.svg`,
    `Answer: ${outPath}.json`,
  ].join('\n')
}

export const commandLine: CommandLine = {
  name: 'predict',
  program,
  usesHome: true,
  explain: explainServiceError,
}
if (import.meta.main) await run(commandLine)
