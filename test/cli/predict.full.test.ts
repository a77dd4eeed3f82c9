import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { PredictResponse } from '#prediction/schemas'
import { runCommand } from '../fixtures/command-line.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-map-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const predict = (...args: string[]) =>
  runCommand('cli/predict.ts', args, { CAIRN_HOME: inject('builtHome'), REGION: 'demo' })

const dementia = ['--profile', 'dementia_alzheimers']
const here = ['--at', '46.413945,-28.435479']

describe('the predict command', () => {
  test('writes a map, and the answer of the operation beside it', () => {
    const out = join(folder, 'one/map')
    const details = ['--radius', '800', '--age', '82', '--bearing', '90', '--weather', '-5,1,8,270']
    const { status, stdout, stderr } = predict(...dementia, ...here, ...details, '--out', out)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const answer = PredictResponse.parse(JSON.parse(readFileSync(`${out}.json`, 'utf8')))
    expect(answer.summary.weather).toMatchObject({ source: 'request', temperature_c: -5 })
    expect(answer.summary.cone_removed_mass).toBeGreaterThan(0)
    expect(stdout).toContain(`${answer.summary.hex_count} hexagons`)
    const svg = readFileSync(`${out}.svg`, 'utf8')
    expect(svg).toMatch(/^<svg [^>]+>/)
    expect(svg).toContain('age 82')
  })

  test('explains how to build a missing region', () => {
    const { status, stderr } = predict(...dementia, ...here, '--region', 'alps')
    expect(status).not.toBe(0)
    expect(stderr).toContain('npx cairn-cli region build alps')
  })

  test('reads areas from GeoJSON files: geometries, features and collections', () => {
    const coordinates = [
      [-28.44, 46.41],
      [-28.43, 46.42],
    ]
    const line = { type: 'LineString', coordinates }
    const feature = { type: 'Feature', properties: {}, geometry: line }
    const file = join(folder, 'line.geojson')
    const out = join(folder, 'line')
    writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [feature] }))
    const { status } = predict(...dementia, '--path', file, '--buffer', '80', '--out', out)
    expect(status).toBe(0)
    const answer = PredictResponse.parse(JSON.parse(readFileSync(`${out}.json`, 'utf8')))
    expect(answer.summary.resolution).toBe(11)
    const wrong = predict(...dementia, '--polygon', file)
    expect(wrong).toMatchObject({ status: 2, stderr: `predict: ${file} holds no Polygon\n` })
  })

  test('reads segments and searched ground from GeoJSON files', () => {
    const geometry = {
      type: 'Polygon',
      coordinates: [
        [
          [-28.44, 46.41],
          [-28.43, 46.41],
          [-28.43, 46.42],
          [-28.44, 46.41],
        ],
      ],
    }
    const write = (name: string, properties: object) => {
      const file = join(folder, name)
      const feature = { type: 'Feature', properties, geometry }
      writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [feature] }))
      return file
    }
    const out = join(folder, 'searched')
    const segments = write('segments.geojson', { name: 'North' })
    const searched = write('searched.geojson', { probability_of_detection: 0.6 })
    const how = ['--elapsed', '20', '--transport', 'foot', '--uncertainty', '30']
    const files = ['--segments', segments, '--searched', searched]
    const { status } = predict(...dementia, ...here, ...how, ...files, '--out', out)
    expect(status).toBe(0)
    const { summary } = PredictResponse.parse(JSON.parse(readFileSync(`${out}.json`, 'utf8')))
    expect(summary.segments![0]!.probability).toBeGreaterThan(0)
    expect(summary.searched!.probability_of_success).toBeGreaterThan(0)
    expect(readFileSync(`${out}.svg`, 'utf8')).toContain('>North<')
    const wrong = predict(...dementia, ...here, '--segments', searched)
    expect(wrong).toMatchObject({ status: 2, stderr: expect.stringMatching(/segments\.0\.name/) })
  })

  test.each([
    ['no profile', here, "required option '--profile <name>'"],
    ['no area', dementia, 'give one of --at, --polygon and --path'],
    ['two areas', [...dementia, ...here, '--path', 'x'], 'give one of'],
    ['a radius too large', [...dementia, ...here, '--radius', '9000'], 'area.radius_m'],
    ['an invalid position', [...dementia, '--at', 'here'], 'area.center.lat'],
    ['an unknown option', [...dementia, ...here, '--when', 'now'], "unknown option '--when'"],
    ['a missing file', [...dementia, '--polygon', 'no.json'], 'no.json cannot be read'],
  ])('answers wrong usage (%s) with one line and exit code 2', (_, args, sentence) => {
    const { status, stdout, stderr } = predict(...args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^predict: [^\n]+\n$/)
    expect(stderr).toContain(sentence)
  })

  test('fails for an area outside the data with its bounds and exit code 1', () => {
    const { status, stderr } = predict(...dementia, '--at', '10,10')
    expect(status).toBe(1)
    expect(stderr).toMatch(/^predict: The area lies outside the data [^\n]+\n$/)
  })
})
