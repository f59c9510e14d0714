/** A browser of any age, as far as a journey needs it: it opens addresses and runs scripts in the page. */
export type Driver = {
  /** Opens an address, and waits until its document is there. */
  open(url: string): Promise<void>
  /** Runs a function's body in the page, and returns its value as JSON. A promise is awaited. */
  run<T>(body: string, ...values: unknown[]): Promise<T>
  /** Cuts the page off the network, or joins it again; absent where the protocol has no such command. */
  setOffline?(offline: boolean): Promise<void>
  screenshot(): Promise<Buffer>
  /** Prints the page as a PDF; absent where the protocol has no such command. */
  print?(): Promise<Buffer>
  /** Sets the size of the screen and the theme of the system; absent where the protocol has no such command. */
  show?(look: { width: number; height: number; dark: boolean }): Promise<void>
  /** Errors of the page's scripts since the start. */
  errors: string[]
  close(): Promise<void>
}
