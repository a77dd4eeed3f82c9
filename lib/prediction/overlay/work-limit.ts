import { refusal } from '../area/index.ts'

/** Steps along edges of polygons: about a second. Legal requests of ordinary shapes stay far below. */
const maxSteps = 40_000_000

/** Ends requests whose polygons cross each other in too many places, on any machine at the same point. */
export class WorkLimit {
  #steps = 0

  /** @throws ApiError `bad_request` when the request has spent its steps. */
  spend(steps: number): void {
    this.#steps += steps
    if (this.#steps > maxSteps) {
      throw refusal(
        'segments',
        'and searched have polygons that cross in too many places; simplify them or send fewer',
      )
    }
  }
}
