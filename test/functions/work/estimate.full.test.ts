import { expect, inject, test } from 'vitest'
import { estimateWork, isHeavy } from '../../../functions/work/index.ts'
import { dearRequests } from '../../fixtures/dear-requests.ts'
import { measuredCaller } from '../../fixtures/measured-call.ts'

/** Twice as slow a machine, and the noise of a busy one, make no failure of a light call. */
const maxLightProcessorMs = 400

test('no request that is taken as light needs the processor long', async () => {
  const call = await measuredCaller(inject('builtHome'), 'demo')
  const box = { min_lat: 46.36, min_lon: -28.52, max_lat: 46.54, max_lon: -28.33 }
  const wrong: string[] = []
  for (const request of dearRequests(box, { lat: 46.413945, lon: -28.435479 })) {
    if (isHeavy(estimateWork(request.operation, request.request))) continue
    await call(request)
    const { processorMs } = await call(request)
    if (processorMs > maxLightProcessorMs) wrong.push(`${request.name}: ${processorMs} ms`)
  }
  expect(wrong).toEqual([])
}, 300_000)
