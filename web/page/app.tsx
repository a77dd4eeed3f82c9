import { useEffect, useState } from 'preact/hooks'
import { openSession } from './api.ts'
import { keepFocus } from './focus-keeper.ts'
import { MapView } from './map/map-view.tsx'
import { KeyForm } from './panel/key-form.tsx'
import { Panel } from './panel/panel.tsx'
import { Profile } from './panel/profile.tsx'
import { TopBar } from './panel/top-bar.tsx'
import { usePrint } from './print.ts'
import { buildMapPath } from './region.ts'
import { useAnswers } from './runner.ts'
import { type MapRegion, store, useStore } from './store.ts'
import { useIsDark } from './theme.ts'
import { findView } from './view-table.ts'

/** Pause before the page requests a region again that is not ready, ms. */
const regionRetryMs = 1500

export function App() {
  const region = useStore((state) => state.region)
  const [fault, setFault] = useState<string>()
  useIsDark()
  useUndoKeys()
  useEffect(() => keepFocus(document.getElementById('app')!), [])
  usePrint()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // A server already serves the page while it builds its region.
    const load = () =>
      loadRegion()
        .then((loaded) => {
          store.set({ region: loaded })
          setFault(undefined)
        })
        .catch((error: Error) => {
          setFault(error.message)
          timer = setTimeout(load, regionRetryMs)
        })
    void load()
    void openSession().then(() => store.set({}))
    return () => clearTimeout(timer)
  }, [])
  return (
    <div class="app">
      <Answers />
      <TopBar />
      <main class="panel" id="panel">
        <h1 class="hidden">Explorer of the region {region?.name}</h1>
        {fault && (
          <p class="error" role="alert">
            {fault}
          </p>
        )}
        <KeyForm />
        <Panel />
      </main>
      {region ? <MapView region={region} /> : <div class="map" />}
      <Profile />
    </div>
  )
}

/** Sends the view's requests. It is a separate component, because it reacts to every change and renders nothing. */
function Answers() {
  useAnswers(findView(useStore((state) => state.view)))
  return null
}

async function loadRegion(): Promise<MapRegion> {
  const response = await fetch(buildMapPath('region.json'))
  if (!response.ok)
    throw new Error('The region is being prepared. The map appears when it is ready.')
  return (await response.json()) as MapRegion
}

/** Handles Ctrl-Z and Ctrl-Shift-Z, except in form fields, which have their own undo. */
function useUndoKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isField = (event.target as HTMLElement).matches?.('input, textarea, select')
      if (isField || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
      event.preventDefault()
      if (event.shiftKey) store.redo()
      else store.undo()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
