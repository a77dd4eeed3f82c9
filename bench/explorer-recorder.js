// Runs in the page before its own code and records when the results of user actions become visible.
const recorded = { drawnMs: undefined, frames: [], answers: [], lines: [] }
window.recorded = recorded

const moves = []
addEventListener(
  'mousemove',
  ({ clientX, clientY, timeStamp, buttons }) => {
    if (buttons === 0) return
    moves.push({ x: clientX, y: clientY, at: timeStamp })
    requestAnimationFrame(() => {
      // A frame is on its way to the screen once its callbacks have run.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => recorded.frames.push(performance.now() - timeStamp)
      port2.postMessage(undefined)
    })
  },
  true,
)

/** Finds the move that caused a request, by the position of its last stop on the screen. */
function findMove(body) {
  const { lat, lng, lon = lng } = JSON.parse(body).locations.at(-1)
  const { x, y } = window.cairnMap.project([lon, lat])
  const box = window.cairnMap.getContainer().getBoundingClientRect()
  const away = (move) => Math.hypot(move.x - box.x - x, move.y - box.y - y)
  return moves.findLast((move) => away(move) < 1.5)
}

let shown
const { fetch } = window
window.fetch = async (input, options) => {
  const move = String(input).endsWith('/v1/routing/route') && findMove(options.body)
  const sentAt = performance.now()
  const response = await fetch(input, options)
  if (move) {
    recorded.answers.push(performance.now() - sentAt)
    shown = { movedAt: move.at, source: window.cairnMap.getSource('drawn')?.serialize().data }
  }
  return response
}

function follow(map) {
  let drawn
  map.on('data', ({ sourceId, sourceDataType }) => {
    // The new line has been set and cut into tiles.
    const isNew = shown && map.getSource('drawn')?.serialize().data !== shown.source
    if (sourceId === 'drawn' && sourceDataType === 'content' && isNew) {
      drawn = shown
      shown = undefined
    }
  })
  map.on('render', () => {
    if (!drawn || !map.isSourceLoaded('drawn')) return
    recorded.lines.push(performance.now() - drawn.movedAt)
    drawn = undefined
  })
}

function wait() {
  const map = window.cairnMap
  if (map && !map.isFollowed) {
    map.isFollowed = true
    follow(map)
  }
  if (map?.getSource('drawn') && map.isStyleLoaded() && map.loaded())
    recorded.drawnMs = performance.now()
  else requestAnimationFrame(wait)
}
requestAnimationFrame(wait)
