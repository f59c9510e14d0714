import { createContext, type ReactNode, useContext } from 'react'

/** A file somebody chose, wherever it came from. */
export type PickedFile = File

/**
 * What the console asks of the machine it runs on. Every member is there in every host: ask for the capability, never for
 * the host.
 */
export type Platform = {
  /** Lets the admin choose files; none when they think better of it. `accept` as in HTML: `image/png,image/jpeg`. */
  pickFiles(options: { accept: string; multiple: boolean }): Promise<PickedFile[]>
  /** Gives the admin a file to keep. */
  saveFile(name: string, data: Blob): Promise<void>
  /** Puts `text` on the clipboard; false when that is not allowed. */
  copyText(text: string): Promise<boolean>
  /** Shows a page of the store, such as `/course/reels`, apart from the console. */
  openStorePage(path: string): void
  /** The address under which the public knows a page of the store. */
  storeAddress(path: string): string
  /** While held, closing the window asks first: something typed is not saved. */
  holdClose(held: boolean): void
  /** The key that opens the palette together with K, as it is written on this machine's keys. */
  commandKey: string
}

const PlatformContext = createContext<Platform | undefined>(undefined)

export function PlatformProvider({ platform, children }: { platform: Platform; children: ReactNode }) {
  return <PlatformContext value={platform}>{children}</PlatformContext>
}

/** The machine below the console. Throws outside of a `PlatformProvider`. */
export function usePlatform(): Platform {
  const platform = useContext(PlatformContext)
  if (!platform) throw new Error('The console needs a PlatformProvider')
  return platform
}
