import { useEffect, useState } from 'react'
import type { DesktopBridge, ShellState } from '../bridge.ts'

/** Returns the facts beyond this shop, and follows them; undefined before the first answer. */
export function useShellState(desktop: DesktopBridge): ShellState | undefined {
  const [state, setState] = useState<ShellState>()
  useEffect(() => {
    const stop = desktop.onState(setState)
    void desktop.state().then(setState)
    return stop
  }, [desktop])
  return state
}
