/** Whether this browser has what making video takes: encoders, threads, and a storage of its own. Which formats it encodes shows when it begins. */
export const canPrepare = (): boolean =>
  typeof VideoEncoder === 'function' &&
  typeof AudioEncoder === 'function' &&
  typeof Worker === 'function' &&
  typeof navigator.storage?.getDirectory === 'function'
