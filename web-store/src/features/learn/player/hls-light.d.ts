/** The engine without what we do not use, which has no types of its own. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
