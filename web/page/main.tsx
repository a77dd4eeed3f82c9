import { options, render } from 'preact'
import { App } from './app.tsx'
import './style/base.css'
import './style/panel.css'
import './style/results.css'
import './style/forms.css'
import './style/map.css'
import './style/print.css'

// Effects run at once, not after the next frame: with a map in it, a frame can take as long as an answer of the server,
// and what is dragged would wait for one before it is asked for, and for one more before it is drawn.
options.requestAnimationFrame = queueMicrotask

const root = document.getElementById('app')!
root.replaceChildren()
render(<App />, root)
