import { describe, expect, test } from 'vitest'
import { ApiError } from '#platform/errors'
import { convertEngineError } from '#routing/engine'

describe('an engine error', () => {
  test.each([
    ['Route error: No suitable edges near location', 422, 'location_not_routable'],
    ['Route error: Locations are in unconnected regions. Go check/edit', 422, 'no_route'],
    ['Route error: No path could be found for input', 422, 'no_route'],
    ['Matrix error: Location is unreachable', 422, 'no_route'],
    ['TraceRoute error: Map Match algorithm failed to find path', 422, 'match_failed'],
    ['TraceRoute error: Exceeded breakage distance for all pairs', 422, 'match_failed'],
    ['Route error: Exceeded max locations: 50', 400, 'bad_request'],
    [
      'Route error: Remote tar file has changed, service is unavailable',
      503,
      'service_unavailable',
    ],
  ])('%s becomes %d %s', (text, status, code) => {
    expect(convertEngineError(new Error(text))).toMatchObject({ status, code })
  })

  test('states the limit in km when a path is too long', () => {
    const error = convertEngineError(
      new Error('Route error: Path distance exceeds the max distance limit: 250000 meters'),
    )
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'bad_request' })
    expect((error as ApiError).message).toContain('250 km')
  })

  test('is passed on unchanged, as a 500, when it is unknown', () => {
    const fault = new Error('Route error: something new')
    expect(convertEngineError(fault)).toBe(fault)
  })

  test('hides the text of the engine from the caller', () => {
    const error = convertEngineError(new Error('Route error: No path could be found for input'))
    expect((error as ApiError).message).not.toContain('input')
  })
})
