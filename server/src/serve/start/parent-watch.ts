/**
 * Calls `onGone` once when the process that started us through `run.mjs` asks us to stop or is gone, be it by a
 * `kill -9`. It holds a channel to us, which closes with it. Does nothing when we were started by hand.
 */
export function watchParent(onGone: () => void): void {
  if (!process.connected) return
  process.once('disconnect', onGone)
  // The channel alone must not keep the process alive.
  process.channel?.unref()
}
