import { existsSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Place } from '#places/gazetteer'
import { buildTerms, type Gazetteer, namespaces } from '#places/gazetteer'
import { fold } from '#places/text'
import type { BenchQuery } from './geocoding-queries.ts'

/** SQLite over the same places: full-text search for words, an R-tree for points. */
export interface Peer {
  /** Returns the ten best answers as JSON. */
  ask(query: BenchQuery): string[]
  close(): void
}

const size = 10
const placesPerRead = 5_000

/**
 * Opens the peer and creates it if missing. It contains the words of each place and its areas, and the rendered
 * answer. Rows are inserted by falling importance so that the ten best are the first ten rows. Prefixes are indexed
 * up to six letters.
 */
export async function openPeer(path: string, gazetteer: Gazetteer): Promise<Peer> {
  if (!existsSync(path)) {
    await makePeer(`${path}.new`, gazetteer)
    const database = new DatabaseSync(`${path}.new`)
    database.exec(`VACUUM INTO '${path}'`)
    database.close()
    rmSync(`${path}.new`)
  }
  const database = new DatabaseSync(path, { readOnly: true })
  const words = database.prepare(
    'SELECT answer FROM places JOIN answers ON answers.docId = places.rowid WHERE places MATCH ? ORDER BY places.rowid LIMIT ?',
  )
  const near = database.prepare(
    `SELECT answer FROM points JOIN answers USING (docId)
     WHERE north > ? AND south < ? AND east > ? AND west < ? AND (? = '' OR category = ?)
     ORDER BY (south - ?) * (south - ?) + (west - ?) * (west - ?) LIMIT ?`,
  )
  return {
    ask({ words: asked, open, near: around, at: { lat, lon } }) {
      if (around) {
        const { degrees: d, category = '' } = around
        const limit = category ? size : 1
        const rows = near.all(
          lat - d,
          lat + d,
          lon - d,
          lon + d,
          category,
          category,
          lat,
          lat,
          lon,
          lon,
          limit,
        )
        return rows.map(({ answer }) => String(answer))
      }
      const query = asked!.map((word) => `"${word}"`).join(' AND ') + (open ? '*' : '')
      return words.all(query, size).map(({ answer }) => String(answer))
    },
    close: () => database.close(),
  }
}

async function makePeer(path: string, gazetteer: Gazetteer): Promise<void> {
  rmSync(path, { force: true })
  const database = new DatabaseSync(path)
  database.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE VIRTUAL TABLE places USING fts5(words, content = '', detail = none, prefix = '1 2 3 4 5 6');
    CREATE TABLE answers (docId INTEGER PRIMARY KEY, answer TEXT);
    CREATE VIRTUAL TABLE points USING rtree(docId, south, north, west, east, +category TEXT);
    BEGIN`)
  const addWords = database.prepare('INSERT INTO places (rowid, words) VALUES (?, ?)')
  const addAnswer = database.prepare('INSERT INTO answers VALUES (?, ?)')
  const addPoint = database.prepare('INSERT INTO points VALUES (?, ?, ?, ?, ?, ?)')
  for (let first = 0; first < gazetteer.count; first += placesPerRead) {
    const count = Math.min(placesPerRead, gazetteer.count - first)
    for (const place of await gazetteer.places(
      Array.from({ length: count }, (_, i) => first + i),
    )) {
      const { docId, lat, lon } = place
      const row = docId + 1
      addWords.run(row, listWords(place).join(' '))
      addAnswer.run(row, renderAnswer(place))
      addPoint.run(row, lat, lat, lon, lon, place.categories[0] ?? '')
    }
  }
  database.exec('COMMIT')
  database.close()
}

/** Returns the words of the place in our index. */
function listWords(place: Place): string[] {
  const own = buildTerms({ ...place, parents: [], otherAreas: [] }, []).flatMap((term) =>
    term.startsWith(`${namespaces.word}:`) ? [term.slice(namespaces.word.length + 1)] : [],
  )
  const areas = place.parents.flatMap(({ name, type }) => (type === 'country' ? [] : [fold(name)]))
  return [...own, ...areas]
}

function renderAnswer({ name, type, lat, lon, parents }: Place): string {
  const names = parents.map((parent) => parent.name)
  return JSON.stringify({ label: [name, ...names].join(', '), name, type, lat, lon })
}
