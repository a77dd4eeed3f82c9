import { options, render } from 'preact'
import { App } from './app.tsx'
import './style/base.css'
import './style/panel.css'
import './style/results.css'
import './style/forms.css'
import './style/map.css'
import './style/print.css'

// Run effects immediately instead of after the next frame. A frame that draws the map can be as slow as a response of
// the server. A drag would wait one frame before its request and another before its drawing.
options.requestAnimationFrame = queueMicrotask

const root = document.getElementById('app')!
root.replaceChildren()
render(<App />, root)
