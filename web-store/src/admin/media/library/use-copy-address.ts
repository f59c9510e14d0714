import { useCopied } from '../../../shared/use-copied.ts'
import { toast } from '../../../ui/toaster.ts'
import { usePlatform } from '../../host/platform.tsx'

/** Copies the address of a file, as a form of the console and everybody else can use it; `copied` is true for 2 s. */
export function useCopyAddress(url: string) {
  const platform = usePlatform()
  const { copied, say } = useCopied()
  const copy = async () => {
    // Whole, so that it works in a chat or a mail too; the forms know our own addresses (`components/own-address.ts`).
    if (await platform.copyText(platform.storeAddress(url))) say()
    else toast.error('Copying is not allowed here. Please select the text and copy it.')
  }
  return { copied, copy }
}
