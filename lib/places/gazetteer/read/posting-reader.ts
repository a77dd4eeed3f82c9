import type { PackTerm } from '../format/dictionary-value.ts'
import { listPageCounts, postingsPageDecoder } from '../format/postings.ts'
import type { ByteSpan } from '../format/unit.ts'
import type { PostingOptions, Postings, Term } from '../gazetteer.ts'
import type { Dictionary } from './dictionary.ts'
import { InlinePostings, PagedPostings } from './posting-lists.ts'
import type { UnitStore } from './unit-store.ts'

/** Reads the posting lists of terms. */
export class PostingReader {
  readonly #dictionary: Dictionary
  readonly #units: UnitStore
  readonly #sectionOffset: number

  constructor(dictionary: Dictionary, units: UnitStore, sectionOffset: number) {
    this.#dictionary = dictionary
    this.#units = units
    this.#sectionOffset = sectionOffset
  }

  async postings(
    terms: readonly Term[],
    { maxPlaces = Infinity, untilDocId = Infinity, signal }: PostingOptions,
  ): Promise<Postings[]> {
    const located = isLocated(terms) ? terms : await this.#locate(terms, signal)
    const spans = located.map((term) => this.#pageSpans(term, maxPlaces, untilDocId))
    const reading = this.#units.get(postingsPageDecoder, spans.flat(), signal)
    const pages = reading instanceof Promise ? await reading : reading
    let firstPage = 0
    return located.map(({ docIds, count }, i) => {
      if (docIds) return new InlinePostings(docIds, maxPlaces)
      const ownPages = pages.slice(firstPage, firstPage + spans[i]!.length)
      firstPage += spans[i]!.length
      return new PagedPostings(ownPages, count, maxPlaces)
    })
  }

  /**
   * Selects enough pages for `maxPlaces` places. Pages after the first that begin at or above `untilDocId` are
   * left out.
   */
  #pageSpans(
    { docIds, count, offset, lengths, firsts }: PackTerm,
    maxPlaces: number,
    untilDocId: number,
  ): ByteSpan[] {
    if (docIds) return []
    const pagesForPlaces = listPageCounts(Math.min(count, Math.max(1, maxPlaces))).length
    const firstPagePast = firsts.findIndex((docId) => docId >= untilDocId)
    const pages =
      firstPagePast < 0 ? pagesForPlaces : Math.min(pagesForPlaces, Math.max(1, firstPagePast))
    const spans: ByteSpan[] = []
    let pageOffset = this.#sectionOffset + offset
    for (const length of lengths.slice(0, pages)) {
      spans.push({ offset: pageOffset, length })
      pageOffset += length
    }
    return spans
  }

  /** Looks up terms that are not from this pack's dictionary. */
  async #locate(
    terms: readonly Term[],
    signal: AbortSignal | undefined,
  ): Promise<readonly PackTerm[]> {
    const found = await this.#dictionary.terms(
      terms.map(({ key }) => key),
      signal,
    )
    return found.map((term) => (term as PackTerm | undefined) ?? absentTerm)
  }
}

function isLocated(terms: readonly Term[]): terms is readonly PackTerm[] {
  return terms.every((term) => 'lengths' in term)
}

const absentTerm: PackTerm = {
  key: '',
  count: 0,
  minDocId: 0,
  docIds: [],
  offset: 0,
  lengths: [],
  firsts: [],
}

/**
 * Estimates how many places of a term have a docId below the given one. Assumes that docIds are spread evenly
 * within a page.
 *
 * @param total Number of places in the pack.
 */
export function countBelow(term: Term, docId: number, total: number): number {
  const { count, minDocId, docIds, firsts } = term as PackTerm
  if (docId <= minDocId) return 0
  if (docIds) return docIds.filter((id) => id < docId).length
  let before = 0
  for (const [page, places] of listPageCounts(count).entries()) {
    const first = firsts[page]!
    const next = firsts[page + 1] ?? total
    if (docId < next) return before + (places * (docId - first)) / (next - first)
    before += places
  }
  return count
}
