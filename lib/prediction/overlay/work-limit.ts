import { createRefusal } from '../area/index.ts'

/** Maximum number of steps along edges of polygons, about a second. Requests with ordinary shapes stay far below. */
const maxSteps = 40_000_000

/**
 * Rejects requests whose polygons cross in too many places. The limit counts steps, so it is the same on any machine.
 */
export class WorkLimit {
  #steps = 0

  /** @throws ApiError `bad_request` when the request has spent its steps. */
  spend(steps: number): void {
    this.#steps += steps
    if (this.#steps > maxSteps) {
      throw createRefusal(
        'segments',
        'and searched have polygons that cross in too many places; simplify them or send fewer',
      )
    }
  }
}
