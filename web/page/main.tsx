import { render } from 'preact'
import { App } from './app.tsx'
import './style/base.css'
import './style/panel.css'
import './style/forms.css'
import './style/map.css'
import './style/print.css'

const root = document.getElementById('app')!
root.replaceChildren()
render(<App />, root)
