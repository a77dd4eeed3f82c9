import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readQuery } from '#language'
import { correctAddresses } from '#places/address-correction'
import type { Gazetteer } from '#places/gazetteer'
import { search } from '#places/search'
import { bundle } from '../infra/cloud/bundle.ts'
import { type PackedRegion, placesOf, quiet } from '../test/fixtures/places.ts'
import { startServer } from '../test/fixtures/server.ts'
import { toolExamples } from '../test/fixtures/tool-arguments.ts'
import { halves, questionsOf } from '../test/language/quality/questions.ts'
import { cleanCases, corruptedCases } from '../test/places/address-correction/cases.ts'
import { lineOf } from '../test/places/address-correction/clean-addresses.ts'
import { formatTable, percentile } from './statistics.ts'

const rounds = 3
const casesOfOperator = 60

/**
 * Measures questions in plain text: reading against one search for a place of the question, correcting addresses
 * against searching for them, a tool call against its operation, and the bytes of the functions.
 */
export async function runLanguageBenchmark(): Promise<void> {
  await printReading()
  await printCorrecting()
  await printTools()
  printBundles()
}

/** Compares reading, a pure function, with the minimum work that follows it: one search. */
async function printReading(): Promise<void> {
  const questions = halves.flatMap(questionsOf)
  const gazetteers = new Map<PackedRegion, Gazetteer | undefined>()
  for (const region of new Set(questions.map(({ region }) => region))) {
    gazetteers.set(region, await placesOf(region))
  }
  const times = new Map<string, { reading: number[]; searching: number[] }>()
  for (let round = 0; round <= rounds; round++) {
    for (const question of questions) {
      const gazetteer = gazetteers.get(question.region)
      if (!gazetteer) continue
      const start = performance.now()
      const reading = readQuery(question.text, { hasLocation: question.context !== undefined })
      const middle = performance.now()
      const places = reading.refusal ? reading.places : reading.slots.places
      const named = places.find((place) => place.kind === 'named')
      if (named) await search(gazetteer, { text: named.text, size: 5 }, quiet)
      if (round === 0) continue
      const end = performance.now()
      for (const group of [question.language, 'all']) {
        const of = times.get(group) ?? { reading: [], searching: [] }
        of.reading.push(middle - start)
        if (named) of.searching.push(end - middle)
        times.set(group, of)
      }
    }
  }
  const rows = [['', 'read p50', 'p95', 'one search p50', 'p95', 'p50 ratio', 'p95 ratio']]
  for (const [group, { reading, searching }] of [...times].sort()) {
    const figures = [reading, searching].map((list) =>
      [0.5, 0.95].map((at) => percentile(list, at)),
    )
    const [read, searched] = figures as [number[], number[]]
    const ratios = read.map((ms, i) => `${(ms / searched[i]!).toFixed(2)} x`)
    rows.push([group, ...[...read, ...searched].map((ms) => `${ms.toFixed(2)} ms`), ...ratios])
  }
  console.log(`language: ${questions.length} questions in six languages, ${rounds} rounds, warm`)
  console.log(`${formatTable(rows)}\n`)
}

/** Corrects addresses as typed and with one error each; the peer searches for the same lines. */
async function printCorrecting(): Promise<void> {
  const rows = [['', 'addresses', 'corrected', 'searched', 'time ratio']]
  for (const region of ['monaco', 'helsinki', 'porto'] as const) {
    const gazetteer = await placesOf(region)
    if (!gazetteer) continue
    const clean = await cleanCases(gazetteer, region, { half: 'unseen', max: casesOfOperator })
    const corrupted = await corruptedCases(gazetteer, region, {
      half: 'unseen',
      max: casesOfOperator,
    })
    const groups = { clean: clean.map(lineOf), 'one fault': corrupted.map(({ text }) => text) }
    for (const [name, texts] of Object.entries(groups)) {
      const times = { correcting: [] as number[], searching: [] as number[] }
      for (let round = 0; round <= rounds; round++) {
        const start = performance.now()
        await correctAddresses(
          gazetteer,
          texts.map((text) => ({ text })),
          quiet,
        )
        const middle = performance.now()
        for (const text of texts) await search(gazetteer, { text, size: 1 }, quiet)
        if (round === 0) continue
        times.correcting.push(middle - start)
        times.searching.push(performance.now() - middle)
      }
      const [ours, peer] = [times.correcting, times.searching].map((list) => percentile(list, 0.5))
      const perSecond = (ms: number) => `${Math.round((1000 * texts.length) / ms)}/s`
      const ratio = `${(ours! / peer!).toFixed(2)} x`
      rows.push([
        `${region}, ${name}`,
        String(texts.length),
        perSecond(ours!),
        perSecond(peer!),
        ratio,
      ])
    }
  }
  console.log('language: addresses corrected in one process, against a search for each of them')
  console.log(`${formatTable(rows)}\n`)
}

const toolWarmUps = 20
const toolCalls = 200
const benchedTools = ['route', 'search_places', 'optimize_route']

/** Compares a tool call over HTTP, with its short answer, with a call of its operation; both alternate. */
async function printTools(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'cairn-bench-'))
  const server = await startServer(home, { CAIRN_CHECK_RESPONSES: '0' })
  try {
    const { key } = await server.newKey('1000.00')
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'x-api-key': key,
    }
    const rows = [['', 'tool p50', 'p95', 'operation p50', 'p95', 'beside p50', 'p50 ratio']]
    for (const { name, args, operation, request } of toolExamples) {
      if (!operation || !benchedTools.includes(name)) continue
      const message = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }
      const times = { tool: [] as number[], operation: [] as number[] }
      for (let i = -toolWarmUps; i < toolCalls; i++) {
        const start = performance.now()
        const answer = await fetch(`${server.url}/mcp`, {
          method: 'POST',
          headers,
          body: JSON.stringify(message),
        })
        const { result } = (await answer.json()) as { result?: { isError?: boolean } }
        if (!result || result.isError) throw new Error(`${name} failed: ${JSON.stringify(result)}`)
        const middle = performance.now()
        await server.call(operation, request, key)
        if (i < 0) continue
        times.tool.push(middle - start)
        times.operation.push(performance.now() - middle)
      }
      const [tool, called] = [times.tool, times.operation].map((list) =>
        [0.5, 0.95].map((at) => percentile(list, at)),
      ) as [number[], number[]]
      const beside = percentile(
        times.tool.map((ms, i) => ms - times.operation[i]!),
        0.5,
      )
      const figures = [...tool, ...called, beside].map((ms) => `${ms.toFixed(2)} ms`)
      rows.push([name, ...figures, `${(tool[0]! / called[0]!).toFixed(2)} x`])
    }
    console.log(`language: ${toolCalls} calls of tools of the demo region over HTTP, one at a time`)
    console.log(`${formatTable(rows)}\n`)
  } finally {
    await server.stop()
  }
}

/** Compares the size of the language functions with the size of the search function. */
function printBundles(): void {
  const peer = bundle('geocoding/search')
  const rows = [['', 'JavaScript', 'loaded first', 'ratio']]
  for (const id of ['geocoding/search', 'ai/query', 'ai/parse-address', 'mcp']) {
    const { bytes, initialBytes } = bundle(id)
    const kilobytes = [bytes, initialBytes].map((size) => `${Math.round(size / 1000)} kB`)
    rows.push([id, ...kilobytes, `${(bytes / peer.bytes).toFixed(2)} x`])
  }
  console.log(`language: bundles\n${formatTable(rows)}\n`)
}
