import { mkdir } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Bounds } from '#ground/geo'
import type { IndexedPlace } from '../place.ts'
import { Extent } from './extent.ts'
import { IdWriter, type StoredIds } from './id-writer.ts'
import type { StoredRun } from './run-files.ts'
import { PlaceSpill, type StoredSpill } from './spill.ts'
import { TermRuns } from './term-runs.ts'

/** Places, or batches of places; a batch is consumed before the next is requested. */
export type Places = Iterable<IndexedPlace> | AsyncIterable<Iterable<IndexedPlace>>

/** Places taken by another thread: plain data, and scratch files, which {@link writePack} removes as it adds them. */
export interface PackPart {
  count: number
  bounds: Bounds
  spill: StoredSpill
  runs: readonly StoredRun[]
  ids: StoredIds
}

const placesPerTurn = 1000

/** Stores places and their terms in scratch files. */
export class PlaceIntake {
  readonly spill: PlaceSpill
  readonly terms: TermRuns
  readonly ids = new IdWriter()
  readonly #extent = new Extent()

  /** @param folder Folder for the scratch files of this intake only. */
  constructor(folder: string) {
    this.spill = new PlaceSpill(folder)
    this.terms = new TermRuns(folder)
  }

  get bounds(): Bounds {
    return this.#extent.bounds
  }

  /** @param turn Called after every 1,000 places. */
  async take(places: Places, turn: () => Promise<void>): Promise<void> {
    const { spill, terms: runs, ids } = this
    const batches = Symbol.asyncIterator in places ? places : [places]
    for await (const batch of batches) {
      for (const { place, terms, sharedTerms } of batch) {
        runs.add(spill.count, terms, sharedTerms)
        ids.add(spill.count, place)
        spill.add(place)
        this.#extent.add(place)
        if (spill.count % placesPerTurn === 0) await turn()
      }
    }
  }

  /** Adds the places of another thread. */
  append({ count, bounds, spill, runs, ids }: PackPart): void {
    if (count > 0) this.#extent.addBounds(bounds)
    this.terms.append(runs, this.spill.count)
    this.ids.append(ids, this.spill.count)
    this.spill.append(spill)
  }
}

/**
 * Stores a part of the places on another thread. {@link writePack} adds the part to its own places.
 *
 * @param folder Folder for the scratch files of the part, created if missing. The caller removes it in the end.
 * @throws Error that names the place that cannot be written.
 */
export async function writePart(folder: string, places: Places): Promise<PackPart> {
  await mkdir(folder, { recursive: true })
  const intake = new PlaceIntake(folder)
  const { spill, terms, ids } = intake
  try {
    await intake.take(places, async () => await nextTurn())
    const { bounds } = intake
    const { count } = spill
    return { count, bounds, spill: spill.stored(), runs: terms.stored(), ids: ids.stored() }
  } catch (error) {
    spill.remove()
    throw error
  }
}
