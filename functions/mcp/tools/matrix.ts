import {
  type AnswerBody,
  formatDistance,
  formatDuration,
  makeAnswerSchema,
  makeArgumentsSchema,
  type OperationTool,
} from '#platform/mcp'
import { matrix } from '../../routing/matrix/contract.ts'
import { travelOptions, withLongitude } from './fields.ts'

/** Maximum cells described in words. */
const maxCellLines = 25

const pickField = (rows: AnswerBody[][], field: string) =>
  rows.map((row) => row.map((cell) => cell?.[field] ?? null))

const table = { type: 'array', description: 'A row for each source; null is unreachable.' }

export const matrixTool: OperationTool = {
  name: 'matrix',
  title: 'Times and distances between points',
  description:
    'Travel times and distances from each source to each target, up to 50 x 50. For "which is nearest by road" among known positions. Priced by pair.',
  operations: [matrix],
  details: ['compact', 'full'],
  input: () =>
    makeArgumentsSchema(matrix, {
      sources: '',
      targets: '',
      travel: '',
      travel_options: travelOptions,
      departure_time: 'Local, as 2026-07-01T09:00.',
    }),
  output: () =>
    makeAnswerSchema(matrix, { durations_seconds: table, distances_meters: { type: 'array' } }),
  call: (args) => ({ operation: matrix, fields: withLongitude(args, 'lon') }),
  shorten: ({ matrix: rows }) => ({
    durations_seconds: pickField(rows, 'duration_seconds'),
    distances_meters: pickField(rows, 'distance_meters'),
  }),
  describe: ({ matrix: rows }, { units }) => {
    const cells = rows.flatMap((row: AnswerBody[], from: number) =>
      row.map((cell, to) => {
        const fact = cell
          ? `${formatDuration(cell.duration_seconds)}, ${formatDistance(cell.distance_meters, units)}`
          : 'unreachable'
        return `Source ${from} to target ${to}: ${fact}`
      }),
    )
    if (cells.length <= maxCellLines) return cells.join('\n')
    // Clients that only read texts need the figures too.
    return `Seconds, a row for each source: ${JSON.stringify(pickField(rows, 'duration_seconds'))}\nMetres: ${JSON.stringify(pickField(rows, 'distance_meters'))}`
  },
}
