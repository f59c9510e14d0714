import { useEffect, useState } from 'react'
import { toast } from '../../ui/toaster.ts'
import { usePlatform } from '../platform.tsx'

const CONFIRMED_MS = 2000

/** Copies the address of a file, as a form of the console and everybody else can use it; `copied` is true for 2 s. */
export function useCopyAddress(url: string) {
  const platform = usePlatform()
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    // Whole, so that it works in a chat or a mail too; the forms know our own addresses (`components/own-address.ts`).
    if (await platform.copyText(platform.storeAddress(url))) setCopied((times) => times + 1)
    else toast.error('Copying is not allowed here. Please select the text and copy it.')
  }
  return { copied: copied > 0, copy }
}
