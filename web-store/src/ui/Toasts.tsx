import { useEffect, useState } from 'react'
import { FixedNotice } from './FixedNotice.tsx'
import { later } from './later.tsx'
import { type ToastRequest, toastRegion } from './toaster.ts'

const load = () => import('./ToastRegion.tsx')
const ToastRegion = later(load, { failed: () => <PlainToasts /> })

/** Loads the toast region before the first toast, which may report a missing network. */
export const fetchToasts = (): void => void load().catch(() => undefined)

/** Loads the toast region with the first toast. */
export function Toasts() {
  const [needed, setNeeded] = useState(false)
  useEffect(() => toastRegion.onNeeded(() => setNeeded(true)), [])
  return needed && <ToastRegion />
}

/** Shows the last notice, until it is closed, if the region failed to load. */
function PlainToasts() {
  const [last, setLast] = useState<ToastRequest>()
  useEffect(() => toastRegion.connect(setLast), [])
  return (
    last && (
      <FixedNotice onClose={() => setLast(undefined)}>
        <b>{last.title}</b> {last.description}
      </FixedNotice>
    )
  )
}
