import { useEffect, useState } from 'preact/hooks'
import { useStore } from './store.ts'

const query = window.matchMedia('(prefers-color-scheme: dark)')

/** Returns whether the page is dark: by the user's choice, else by the system's. Printed pages are always light. */
export function useIsDark(): boolean {
  const theme = useStore((state) => state.theme)
  const isPrinting = useStore((state) => state.isPrinting)
  const [isSystemDark, setSystemDark] = useState(query.matches)
  useEffect(() => {
    const update = () => setSystemDark(query.matches)
    query.addEventListener('change', update)
    return () => query.removeEventListener('change', update)
  }, [])
  const isDark = !isPrinting && (theme === 'auto' ? isSystemDark : theme === 'dark')
  useEffect(() => {
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  }, [isDark])
  return isDark
}
