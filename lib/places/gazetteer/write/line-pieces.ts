import type { LatLon } from '#ground/geo'
import { lineScale } from '../format/layout.ts'

const maxPositionsPerPiece = 16
/** Maximum extent of a piece in latitude or longitude, at most about 1.1 km, in 1e-6 degrees. */
const maxPieceExtent = 0.01 * lineScale

/** Cuts lines into short pieces, so that leaves have small boxes. A piece is lat, lon, lat, lon ... in 1e-6 degrees. */
export function cutIntoPieces(lines: readonly (readonly LatLon[])[]): number[][] {
  const pieces: number[][] = []
  for (const line of lines) {
    let piece: number[] = []
    for (const position of line) {
      const lat = Math.round(position.lat * lineScale)
      const lon = Math.round(position.lon * lineScale)
      piece.push(lat, lon)
      const isWide =
        Math.abs(lat - piece[0]!) > maxPieceExtent || Math.abs(lon - piece[1]!) > maxPieceExtent
      if (isWide || piece.length >= 2 * maxPositionsPerPiece) {
        pieces.push(piece)
        piece = [lat, lon]
      }
    }
    if (piece.length >= 4 || (line.length === 1 && piece.length > 0)) pieces.push(piece)
  }
  return pieces
}
