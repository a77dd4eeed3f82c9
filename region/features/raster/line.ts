/**
 * Visits every pixel that a segment passes through, in order (Amanatides and Woo 1987). Consecutive pixels share a
 * side, not only a corner, so a path cannot cross a drawn line between its pixels.
 *
 * Positions are in pixels of the whole grid, not of a window, so that rounding is the same in all windows.
 *
 * @param visit Receives the pixel and the shares of the segment at which it enters and leaves the pixel.
 */
export function visitSegment(
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  visit: (column: number, row: number, enters: number, leaves: number) => void,
): void {
  let column = Math.floor(fromX)
  let row = Math.floor(fromY)
  const stepColumn = toX > fromX ? 1 : -1
  const stepRow = toY > fromY ? 1 : -1
  let columnsLeft = Math.abs(Math.floor(toX) - column)
  let rowsLeft = Math.abs(Math.floor(toY) - row)
  const perColumn = columnsLeft > 0 ? 1 / Math.abs(toX - fromX) : 0
  const perRow = rowsLeft > 0 ? 1 / Math.abs(toY - fromY) : 0
  // Shares of the segment at which it leaves the current column and row.
  let leavesColumn = (stepColumn > 0 ? column + 1 - fromX : fromX - column) * perColumn
  let leavesRow = (stepRow > 0 ? row + 1 - fromY : fromY - row) * perRow
  let enters = 0
  const visitCurrent = (): void => {
    let leaves = 1
    if (columnsLeft > 0) leaves = Math.min(leaves, leavesColumn)
    if (rowsLeft > 0) leaves = Math.min(leaves, leavesRow)
    visit(column, row, enters, leaves)
    enters = leaves
  }
  visitCurrent()
  while (columnsLeft > 0 || rowsLeft > 0) {
    // Counts the remaining steps: comparing positions could miss the last pixel by rounding.
    if (rowsLeft === 0 || (columnsLeft > 0 && leavesColumn < leavesRow)) {
      column += stepColumn
      leavesColumn += perColumn
      columnsLeft--
    } else {
      row += stepRow
      leavesRow += perRow
      rowsLeft--
    }
    visitCurrent()
  }
}
