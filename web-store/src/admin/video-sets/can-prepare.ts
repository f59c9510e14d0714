/**
 * Returns true if this browser has the means to make video: encoders, threads, and a storage of its own. The formats that it encodes show at
 * the start.
 */
export const canPrepare = (): boolean =>
  typeof VideoEncoder === 'function' &&
  typeof AudioEncoder === 'function' &&
  typeof Worker === 'function' &&
  typeof navigator.storage?.getDirectory === 'function'
