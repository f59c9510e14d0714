/** One question for all whose session has ended; nothing begins before it is answered. */
export function createLogin(ask: () => Promise<boolean>) {
  let asking: Promise<boolean> | undefined
  return {
    isAsking: () => asking !== undefined,
    /** True once there is another session. */
    ask(): Promise<boolean> {
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    },
  }
}
