/** One question for all whose session has ended; nothing begins before it is answered. */
export function createLogin(request: () => Promise<boolean>) {
  let requesting: Promise<boolean> | undefined
  return {
    isAsking: () => requesting !== undefined,
    /** True once there is another session. */
    ask(): Promise<boolean> {
      requesting ??= request().finally(() => {
        requesting = undefined
      })
      return requesting
    },
  }
}
