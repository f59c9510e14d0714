import { lazy, Suspense, useEffect, useState } from 'react'
import { toastRegion } from './toaster.ts'

const ToastRegion = lazy(() => import('./ToastRegion.tsx'))

/** Brings the region of the toasts with the first of them. */
export function Toasts() {
  const [needed, setNeeded] = useState(false)
  useEffect(() => toastRegion.onNeeded(() => setNeeded(true)), [])
  if (!needed) return null
  return (
    <Suspense>
      <ToastRegion />
    </Suspense>
  )
}
