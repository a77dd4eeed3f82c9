import { measureArea } from '../area/index.ts'
import type { Incident, Prediction } from '../prediction.ts'
import type { MapClass } from './classes.ts'
import { picture } from './frame.ts'
import { drawText, drawTextBlock, type LetteringStyle, wrapText } from './lettering.ts'
import { formatLocalTime } from './local-time.ts'
import { contouredRegions, formatContourStroke } from './overlays.ts'

const left = picture.map + 20
const besideKey = left + 34

/** A column of text and shapes, filled line by line from the top. */
class Column {
  y = 0
  readonly parts: string[] = []

  down(pixels: number): this {
    this.y += pixels
    return this
  }

  write(text: string, style: LetteringStyle, x = left): this {
    this.parts.push(drawText(x, this.y, text, style))
    return this
  }

  draw(shape: string): this {
    this.parts.push(shape)
    return this
  }
}

/** Draws the panel beside a map: incident, legend, notes and attribution. */
export function drawPanel(
  incident: Incident,
  prediction: Prediction,
  classes: readonly MapClass[],
  attribution: string,
): string {
  const column = new Column().down(40)
  writeTitle(column, incident, prediction)
  writeLegend(column, classes, prediction)
  writeOutlines(column, incident, prediction)
  if (incident.area.type === 'circle') writeDistances(column)
  const credits = [
    'Research preview: not for operational use.',
    `Model ${prediction.modelVersion}.`,
    attribution,
  ].join(' ')
  const foot = drawTextBlock(left, picture.height - 14, wrapText(credits, 48), 10.5, 'up')
  writeNotes(column, prediction.notes, picture.height - 24 - foot.height)
  return [...column.parts, foot.svg].join('\n')
}

function writeTitle(column: Column, incident: Incident, prediction: Prediction): void {
  const { ageYears, initialBearingDegrees, datetime } = incident
  const at = formatLocalTime(datetime, measureArea(incident.area).middle)
  const who = incident.profile === 'despondent' ? 'Despondent' : 'Dementia'
  column.write(ageYears === undefined ? who : `${who}, age ${ageYears}`, { size: 22, bold: true })
  const details = [
    at,
    `Ground: ${prediction.ecoregion.replace('_', ', ')}`,
    `Confidence: ${prediction.confidence}`,
    `Outside this area: ${prediction.outsideMass === undefined ? 'not known' : formatPanelPercent(prediction.outsideMass)}`,
    ...(initialBearingDegrees === undefined
      ? []
      : [`Outside the cone: ${formatPanelPercent(prediction.coneRemovedMass)}`]),
  ]
  for (const detail of details) column.down(20).write(detail, { size: 13 })
}

function writeLegend(
  column: Column,
  classes: readonly MapClass[],
  { hexSquareMeters }: Prediction,
): void {
  column.down(34).write('Where to look first', { size: 14, bold: true })
  column.down(17).write('score: share of the chance here, in what area', { size: 10 })
  let hexes = 0
  for (const { lowest, highest, colour, hexes: count, shareWithDarker } of classes) {
    hexes += count
    column.down(24)
    column
      .draw(
        `<rect x="${left}" y="${column.y - 13}" width="26" height="16" fill="${colour}" fill-opacity="0.7"/>`,
      )
      .write(`${lowest}–${highest}`, { size: 12.5 }, besideKey)
      .write(
        `${formatPanelPercent(shareWithDarker)} in ${((hexes * hexSquareMeters) / 1e6).toFixed(2)} km²`,
        { size: 12.5 },
        left + 86,
      )
  }
}

function writeOutlines(column: Column, incident: Incident, { regions }: Prediction): void {
  column.down(8)
  for (const contour of contouredRegions) {
    const { percent: share } = contour
    const { squareMeters } = regions.find((region) => region.percent === share)!
    column
      .down(18)
      .draw(`<path d="M${left} ${column.y - 4}h26" fill="none" ${formatContourStroke(contour)}/>`)
      .write(
        `${share} % of the chance here, ${(squareMeters / 1e6).toFixed(2)} km²`,
        { size: 12 },
        besideKey,
      )
  }
  const swatch = (fill: string, width: number) =>
    `<rect x="${left}" y="${column.y - 12}" width="26" height="13" fill="${fill}" stroke="#0a5c58" stroke-width="${width}"/>`
  if (incident.segments?.length) {
    column
      .down(18)
      .draw(swatch('none', 2.2))
      .write('segment with its probability', { size: 12 }, besideKey)
  }
  if (incident.searches?.some((search) => 'polygon' in search)) {
    column.down(18).draw(swatch('url(#searched)', 1)).write('searched', { size: 12 }, besideKey)
  }
}

function writeDistances(column: Column): void {
  column.down(30)
  column
    .draw(
      `<path d="M${left} ${column.y - 4}h26" stroke="#1b3a6b" stroke-width="1.2" stroke-dasharray="6 4"/>`,
    )
    .write('share of cases found nearer', { size: 12 }, besideKey)
    .down(14)
    .write('(distance alone, after Koester 2008)', { size: 10.5 }, besideKey)
    .down(24)
    .draw(`<path d="M${left + 5} ${column.y - 4}h16m-8 -8v16" stroke="#000" stroke-width="2"/>`)
    .write('last seen', { size: 12 }, besideKey)
}

/** Writes the notes, truncated to the space above `bottom`. */
function writeNotes(column: Column, all: readonly string[], bottom: number): void {
  column.down(34).write('Notes', { size: 14, bold: true }).down(18)
  const lines = all.flatMap((note) => wrapText(`• ${note}`, 46))
  const room = Math.floor((bottom - column.y) / 14) + 1
  const shown = lines.length > room ? [...lines.slice(0, room - 1), '… (all in the JSON)'] : lines
  column.draw(drawTextBlock(left, column.y, shown, 11, 'down').svg)
}

function formatPanelPercent(share: number): string {
  return `${(share * 100).toFixed(share > 0.995 || share < 0.005 ? 1 : 0)} %`
}
