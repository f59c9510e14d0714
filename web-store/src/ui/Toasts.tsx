import { useEffect, useState } from 'react'
import { FixedNotice } from './FixedNotice.tsx'
import { later } from './later.tsx'
import { type ToastRequest, toastRegion } from './toaster.ts'

const load = () => import('./ToastRegion.tsx')
const ToastRegion = later(load, { failed: () => <PlainToasts /> })

/** Fetches what shows toasts before the first of them: it may be the one that says that there is no network. */
export const fetchToasts = (): void => void load().catch(() => undefined)

/** Brings the region of the toasts with the first of them. */
export function Toasts() {
  const [needed, setNeeded] = useState(false)
  useEffect(() => toastRegion.onNeeded(() => setNeeded(true)), [])
  return needed && <ToastRegion />
}

/** Says what there is to say where the region could not be fetched: the last notice, until it is closed. */
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
