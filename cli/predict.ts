import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Command, CommanderError } from 'commander'
import { openDataset } from '../lib/dataset/index.ts'
import { ApiError } from '../lib/errors/index.ts'
import { openLandscape } from '../lib/landscape/index.ts'
import { caseOf, predict, predictAnswer } from '../lib/prediction/index.ts'
import { boxOf, drawMap, frameOf } from '../lib/prediction/map/index.ts'
import { PredictRequest } from '../lib/prediction/schemas/index.ts'
import { openStorage } from '../lib/storage/index.ts'
import { openWeather } from '../lib/weather/index.ts'

/** `npm run predict`: a prediction as a map picture beside the answer of the operation. */
const program = new Command('npm run predict --')
  .description(
    'Draws a map of where a missing person is likely to be, with the answer of the operation beside it. ' +
      'A research preview: not for operational use.',
  )
  .requiredOption('--profile <name>', 'dementia_alzheimers or despondent')
  .option('--at <lat,lng>', 'where the person was last seen')
  .option('--radius <meters>', 'around that place, at most 5000', '3000')
  .option('--polygon <file>', 'instead: a GeoJSON file with a Polygon')
  .option('--path <file>', 'instead: a GeoJSON file with a LineString')
  .option('--buffer <meters>', 'to both sides of a path, at most 500', '50')
  .option('--datetime <time>', 'ISO 8601, when the person was last seen; default: now')
  .option('--age <years>')
  .option('--bearing <degrees>', 'the way the person went: 0 is north, 90 east')
  .option('--weather <c,mmh,mps,deg>', 'temperature, rain, wind and where it blows from')
  .option('--lookup-weather', 'asks Open-Meteo instead; needs a network')
  .option('--region <name>', 'a region built on this machine', process.env.REGION || 'demo')
  .option('--out <path>', 'writes <path>.svg and <path>.json', 'prediction')
  .addHelpText(
    'after',
    '\nExample, on the made-up island:\n' +
      '  npm run predict -- --profile dementia_alzheimers --at 46.449386,-28.410364 --age 82',
  )
  .helpCommand(false)
  .exitOverride()
  .configureOutput({ outputError: () => {} })
  .showHelpAfterError(false)

interface Options {
  profile: string
  at?: string
  radius: string
  polygon?: string
  path?: string
  buffer: string
  datetime?: string
  age?: string
  bearing?: string
  weather?: string
  lookupWeather?: true
  region: string
  out: string
}

class WrongUse extends Error {}

program.action(async (options: Options) => {
  const request = await requestOf(options)
  const storage = await openStorage()
  const landscape = await openLandscape(storage, await openDataset(storage, options.region))
  const weather = openWeather(storage)
  const one = await caseOf(request, weather)
  const from = performance.now()
  const prediction = await predict(landscape, one)
  const looked = one.weatherSource === 'lookup' ? weather.attribution : undefined
  const answer = predictAnswer(one, prediction, {
    milliseconds: performance.now() - from,
    attributions: [landscape.attribution, looked],
  })
  const frame = frameOf(prediction, one.area.type === 'circle' ? one.area.center : undefined)
  const view = await landscape.view(boxOf(frame))
  const { attribution } = answer
  await mkdir(dirname(options.out), { recursive: true })
  await writeFile(`${options.out}.svg`, drawMap(one, prediction, view, frame, { attribution }))
  await writeFile(`${options.out}.json`, `${JSON.stringify(answer, null, 2)}\n`)
  const { hex_count, processing_time_ms, outside_mass, ecoregion } = answer.summary
  console.log(
    [
      `${hex_count} hexagons in ${processing_time_ms} ms: ${ecoregion}, confidence ${answer.confidence}, ` +
        `${(outside_mass * 100).toFixed(0)} % of the chance lies outside the area.`,
      ...answer.summary.notes.map((note) => `- ${note}`),
      `Map: ${options.out}.svg`,
      `Answer: ${options.out}.json`,
    ].join('\n'),
  )
})

async function requestOf(options: Options): Promise<PredictRequest> {
  const parsed = PredictRequest.safeParse({
    profile: options.profile,
    area: await areaOf(options),
    params: {
      datetime: options.datetime ?? new Date().toISOString(),
      age_years: numberOf(options.age),
      initial_bearing_deg: numberOf(options.bearing),
      weather: options.weather && weatherOf(options.weather),
      disableWeather: !options.lookupWeather,
    },
  })
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new WrongUse(`${issue?.path.join('.')}: ${issue?.message}`)
}

async function areaOf({ at, radius, polygon, path, buffer }: Options): Promise<unknown> {
  const given = [at, polygon, path].filter((one) => one !== undefined)
  if (given.length !== 1) throw new WrongUse('give one of --at, --polygon and --path')
  if (at !== undefined) {
    const [lat, lng] = at.split(',').map(numberOf)
    return { type: 'circle', center: { lat, lng }, radius_m: numberOf(radius) }
  }
  const file = polygon ?? path!
  const type = polygon === undefined ? 'LineString' : 'Polygon'
  const geometry = geometryIn(await readGeojson(file), type)
  if (!geometry) throw new WrongUse(`${file} holds no ${type}`)
  return polygon === undefined
    ? { type: 'path', geometry, buffer_m: numberOf(buffer) }
    : { type: 'polygon', geometry }
}

async function readGeojson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new WrongUse(`${file} cannot be read: ${(error as Error).message}`)
  }
}

/** The first geometry of a type in a GeoJSON document of any kind. */
function geometryIn(json: unknown, type: string): unknown {
  if (typeof json !== 'object' || json === null) return undefined
  const { type: is, geometry, features } = json as Record<string, unknown>
  if (is === type) return json
  if (is === 'Feature') return geometryIn(geometry, type)
  if (!Array.isArray(features)) return undefined
  return features.map((feature) => geometryIn(feature, type)).find((found) => found)
}

function weatherOf(text: string): Record<string, number | undefined> {
  const [temperature_c, precipitation_mmh, wind_speed_mps, wind_direction_deg] = text
    .split(',')
    .map(numberOf)
  return { temperature_c, precipitation_mmh, wind_speed_mps, wind_direction_deg }
}

/** Not a number is left to the schema to refuse. */
function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : text.trim() === '' ? Number.NaN : Number(text)
}

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    if (error.exitCode !== 0) console.error(error.message.replace(/^error: /, 'predict: '))
    process.exitCode = error.exitCode === 0 ? 0 : 2
  } else if (error instanceof WrongUse || (error instanceof ApiError && error.status < 500)) {
    console.error(`predict: ${error.message}`)
    process.exitCode = error instanceof WrongUse ? 2 : 1
  } else {
    const reason = error instanceof ApiError && error.cause instanceof Error ? error.cause : error
    console.error(`predict: ${reason instanceof Error ? reason.message : String(reason)}`)
    process.exitCode = 1
  }
}
