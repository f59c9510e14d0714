import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminPaths } from '../host/admin-paths.ts'
import { type ConsoleCommand, usePlatform } from '../host/platform.tsx'
import { useAdminLogOut } from '../session/use-admin-log-out.ts'
import { openPalette } from './palette-store.ts'

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey

/** Ctrl or Cmd with K, and what the menus of the host ask for. */
export function useCommands(): void {
  const platform = usePlatform()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { logOut } = useAdminLogOut()
  const acts: Record<ConsoleCommand, () => void> = {
    palette: openPalette,
    'new-course': () => navigate(adminPaths.tab('addcourse')),
    upload: () => navigate(adminPaths.media),
    'reload-data': () => void queries.invalidateQueries(),
    'log-out': logOut,
  }
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      openPalette()
    }
    window.addEventListener('keydown', onKey)
    const stop = platform.onCommand((command) => latest.current[command]())
    return () => {
      window.removeEventListener('keydown', onKey)
      stop()
    }
  }, [platform])
}
