import { type Frame, picture } from './frame.ts'

export interface LetteringStyle {
  size: number
  bold?: boolean
  /** Centres the text on the position instead of starting there. */
  middle?: boolean
  /** Adds a white outline, for text on a map. */
  halo?: boolean
}

/** Draws a line of text as SVG, escaped. */
export function drawText(x: number, y: number, text: string, style: LetteringStyle): string {
  const weight = style.bold ? ' font-weight="bold"' : ''
  const anchor = style.middle ? ' text-anchor="middle"' : ''
  const halo = style.halo ? ' stroke="#fff" stroke-width="3" paint-order="stroke"' : ''
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${style.size}" fill="#222"${weight}${anchor}${halo}>${escapeText(text)}</text>`
}

/** Draws lines of text below or above a position. */
export function drawTextBlock(
  x: number,
  y: number,
  lines: readonly string[],
  size: number,
  way: 'down' | 'up',
): { svg: string; height: number } {
  const step = Math.round(size * 1.3)
  const height = lines.length * step
  const top = way === 'down' ? y : y - height + step
  return {
    svg: lines.map((line, i) => drawText(x, top + i * step, line, { size })).join('\n'),
    height,
  }
}

/** Wraps a text into lines of at most `maxLetters`, between words; longer words stay whole. */
export function wrapText(text: string, maxLetters: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > maxLetters) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}

/** Draws a scale bar of a round length, about a sixth of the map. */
export function drawScaleBar({ meters, metersPerPixel }: Frame): string {
  const wanted = meters / 6
  const power = 10 ** Math.floor(Math.log10(wanted))
  const length = [5, 2, 1].find((step) => step * power <= wanted)! * power
  const pixels = length / metersPerPixel
  const [x, y] = [24, picture.map - 24]
  const label = length >= 1000 ? `${length / 1000} km` : `${length} m`
  return [
    `<rect x="${x - 10}" y="${y - 26}" width="${(pixels + 20).toFixed(1)}" height="38" fill="#fff" fill-opacity="0.8"/>`,
    `<path d="M${x} ${y - 6}v8h${pixels.toFixed(1)}v-8" fill="none" stroke="#222" stroke-width="2"/>`,
    drawText(x + pixels / 2, y - 10, label, { size: 12, middle: true }),
  ].join('\n')
}

/** Draws the north arrow. */
export function drawNorthArrow(): string {
  const x = picture.map - 34
  return [
    `<circle cx="${x}" cy="40" r="24" fill="#fff" fill-opacity="0.8"/>`,
    `<path d="M${x} 22l8 24l-8 -6l-8 6z" fill="#222"/>`,
    drawText(x, 60, 'N', { size: 12, middle: true, bold: true }),
  ].join('\n')
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
