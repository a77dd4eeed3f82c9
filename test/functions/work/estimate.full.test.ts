import { expect, inject, test } from 'vitest'
import { estimateWork, isHeavy } from '../../../functions/work/index.ts'
import { dearRequests } from '../../fixtures/dear-requests.ts'
import { measuredCaller } from '../../fixtures/measured-call.ts'

/** Maximum for a light call, ms: a machine of half the speed, or a busy one, does not make it fail. */
const maxLightProcessorMs = 400

test('no request that is estimated as light needs the processor for long', async () => {
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
